# bash completion of platen
_platen() {
  local current=${COMP_WORDS[COMP_CWORD]} words=
  COMPREPLY=()
  case ${COMP_WORDS[1]}:${COMP_WORDS[COMP_CWORD - 1]} in
    convert:--format) words='letter legal tabloid ledger a0 a1 a2 a3 a4 a5 a6' ;;
    convert:--odd-even) words='all odd even' ;;
    convert:--pages-per-sheet) words='1 2 4 6 8 9 16' ;;
    convert:--sheet-order) words='across down across-from-right down-from-right' ;;
    convert:--watermark-place) words='over under' ;;
    convert:--header-first-page) words='same none' ;;
    convert:--header-even-pages) words='same mirrored' ;;
    convert:--contents-position) words='first after-first-page' ;;
    convert:--media) words='print screen' ;;
    convert:--color-scheme) words='light dark' ;;
    convert:--allow-printing) words='high low none' ;;
    convert:--allow-copying) words='yes no' ;;
    convert:--allow-changes) words='any annotate forms assemble none' ;;
    convert:--acl) words='bucket-owner-full-control none' ;;
    convert:--existing) words='number skip overwrite' ;;
    convert:--split) words='pages:10 size:5MB bookmarks' ;;
    convert:--only) words='html mhtml svg markdown text epub' ;;
    convert:--fail-on) words='all resources refused console fonts cut-off images changing' ;;
    completion:completion) words='bash zsh fish man' ;;
  esac
  if [[ $COMP_CWORD -eq 1 ]]; then
    words='convert serve completion'
  elif [[ $current == -* ]]; then
    case ${COMP_WORDS[1]} in
      convert) words='--format --landscape --portrait --margin --margin-top --margin-right --margin-bottom --margin-left --pages --zoom --no-javascript --base --allow --attach --single-page --shrink-to-fit --odd-even --drop-blank-pages --pages-per-sheet --sheet-order --sheet-borders --background --stamp --watermark-text --watermark-color --watermark-opacity --watermark-place --header-left --header-center --header-right --footer-left --footer-center --footer-right --header-html --footer-html --header-font-size --header-first-page --header-even-pages --start-number --bookmarks --table-of-contents --contents-title --contents-position --contents-css --tagged --wait-for-selector --wait-for-expression --network-idle --wait-seconds --delay-seconds --scroll-through --user-agent --accept-language --media --color-scheme --reduced-motion --viewport-width --reader --hide --css --javascript --title --author --subject --keywords --lang --allow-printing --allow-copying --allow-changes --open-password-file --owner-password-file --sign-in --cookies --header --user --password-file --access-host --out --filename --to --target --acl --existing --webhook --remote --test-mode --allow-private-webhook --gdpr --hipaa --merge --split --newer --watch --include --exclude --only --urls --sitemap --crawl --crawl-limit --no-robots --request --timeout --fail-on --concurrency --memory-limit --json --quiet --help -h --version' ;;
      serve) words='--host --port --tls-cert --tls-key --behind-proxy --base-url --allow-no-sandbox --accounts --database --rate --account-concurrency --unpaid-seconds --no-auth --results --keep --allow-private --strict --timeout --body-limit --concurrency --memory-limit --queue --json --quiet --help -h --version' ;;
    esac
  fi
  [[ -z $words ]] || COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _platen platen
