#!/bin/sh
# Creates the files of compose.yaml's secrets in deploy/secrets, and keeps those that exist.
# The folder is private. Its files are readable by all, because Compose mounts them as they are,
# and the containers' users have other IDs.
#
# The certificate signs itself: replace tls-certificate and tls-key by those of an authority.
# usage: deploy/make-secrets.sh [HOST]
set -eu
host=${1:-localhost}
folder=$(dirname "$0")/secrets
mkdir -p -m 0700 "$folder"
cd "$folder"
if [ ! -e postgres-password ]; then
  openssl rand -hex 24 > postgres-password
fi
if [ ! -e database ]; then
  printf 'postgres://platen:%s@postgres/platen\n' "$(cat postgres-password)" > database
fi
if [ ! -e tls-key ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 90 \
    -subj "/CN=$host" -addext "subjectAltName=DNS:$host" -keyout tls-key -out tls-certificate
fi
chmod 0444 database postgres-password tls-certificate tls-key
