# bash completion of platen
_platen() {
  local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words=
  COMPREPLY=()
  [[ $COMP_CWORD -lt 3 || "$command ${COMP_WORDS[2]}" != 'serve keys' ]] || command='serve keys'
  case $command:${COMP_WORDS[COMP_CWORD - 1]} in
    'convert:--acl') words='bucket-owner-full-control none' ;;
    'convert:--allow-changes') words='any annotate forms assemble none' ;;
    'convert:--allow-copying') words='yes no' ;;
    'convert:--allow-printing') words='high low none' ;;
    'convert:--color-scheme') words='light dark' ;;
    'convert:--content-disposition') words='inline attachment' ;;
    'convert:--contents-position') words='first after-first-page' ;;
    'convert:--existing') words='number skip overwrite' ;;
    'convert:--fail-on') words='all resources refused console fonts cut-off images changing signatures tags' ;;
    'convert:--format') words='letter legal tabloid ledger a0 a1 a2 a3 a4 a5 a6' ;;
    'convert:--header-even-pages') words='same mirrored' ;;
    'convert:--header-first-page') words='same none' ;;
    'convert:--link') words='1h 1d 7d' ;;
    'convert:--media') words='print screen' ;;
    'convert:--odd-even') words='all odd even' ;;
    'convert:--only') words='html mhtml svg markdown text epub docx' ;;
    'convert:--pages-per-sheet') words='1 2 4 6 8 9 16' ;;
    'convert:--sheet-order') words='across down across-from-right down-from-right' ;;
    'convert:--split') words='pages:10 size:5MB bookmarks' ;;
    'convert:--sse') words='AES256 aws:kms' ;;
    'convert:--storage-class') words='STANDARD STANDARD_IA ONEZONE_IA INTELLIGENT_TIERING GLACIER_IR GLACIER DEEP_ARCHIVE REDUCED_REDUNDANCY' ;;
    'convert:--watermark-place') words='over under' ;;
    'outbox:--existing') words='number skip overwrite' ;;
    'serve:serve') words='keys' ;;
    'serve keys:keys') words='add set limit list revoke credit rate' ;;
    'outbox:outbox') words='list resend clean' ;;
    'bucket:bucket') words='list' ;;
    completion:completion) words='bash zsh fish man' ;;
  esac
  if [[ $COMP_CWORD -eq 1 ]]; then
    words='convert serve outbox bucket completion'
  elif [[ $current == -* ]]; then
    case $command in
      'convert')
        words='
          --accept-language
          --access-host
          --acl
          --allow
          --allow-changes
          --allow-copying
          --allow-printing
          --allow-private-webhook
          --attach
          --attach-description
          --attach-name
          --attach-relationship
          --author
          --background
          --base
          --bookmarks
          --cache-control
          --color-scheme
          --concurrency
          --content-disposition
          --contents-css
          --contents-position
          --contents-title
          --cookies
          --crawl
          --crawl-limit
          --css
          --delay-seconds
          --drop-blank-pages
          --exclude
          --existing
          --fail-on
          --filename
          --footer-center
          --footer-html
          --footer-left
          --footer-right
          --format
          --gdpr
          --header
          --header-center
          --header-even-pages
          --header-first-page
          --header-font-size
          --header-html
          --header-left
          --header-right
          --help -h
          --hide
          --hipaa
          --host-key
          --identity
          --include
          --javascript
          --json
          --keywords
          --landscape
          --lang
          --link
          --margin
          --margin-bottom
          --margin-left
          --margin-right
          --margin-top
          --media
          --memory-limit
          --merge
          --network-idle
          --newer
          --no-javascript
          --no-robots
          --object-metadata
          --object-tag
          --odd-even
          --only
          --open-password-file
          --out
          --owner-password-file
          --pages
          --pages-per-sheet
          --password-file
          --portrait
          --quiet
          --reader
          --reduced-motion
          --remote
          --request
          --scroll-through
          --server-password-file
          --sheet-borders
          --sheet-order
          --shrink-to-fit
          --sign-in
          --single-page
          --sitemap
          --split
          --sse
          --sse-kms-key-id
          --stamp
          --start-number
          --storage-class
          --subject
          --table-of-contents
          --tagged
          --target
          --test-mode
          --timeout
          --title
          --to
          --urls
          --user
          --user-agent
          --version
          --viewport-width
          --wait-for-expression
          --wait-for-selector
          --wait-seconds
          --watch
          --watermark-color
          --watermark-opacity
          --watermark-place
          --watermark-text
          --webhook
          --zoom
        ' ;;
      'serve')
        words='
          --account-concurrency
          --accounts
          --allow-no-sandbox
          --allow-private
          --base-url
          --behind-proxy
          --body-limit
          --concurrency
          --database
          --database-file
          --help -h
          --host
          --json
          --keep
          --memory-limit
          --metrics-listen
          --no-auth
          --port
          --queue
          --quiet
          --rate
          --results
          --strict
          --timeout
          --tls-cert
          --tls-key
          --unpaid-seconds
          --version
        ' ;;
      'serve keys')
        words='
          --accounts
          --bucket
          --concurrency
          --credits
          --database
          --database-file
          --help -h
          --json
          --key-concurrency
          --key-credits
          --key-mode
          --key-rate
          --rate
          --webhook-secret
        ' ;;
      'outbox')
        words='
          --all
          --existing
          --help -h
          --json
        ' ;;
      'bucket')
        words='
          --help -h
          --json
          --target
        ' ;;
    esac
  fi
  [[ -z $words ]] || COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _platen platen
