#!/bin/bash
# File doc.
. ./lib.sh
source "$DIR/x.sh"
LIMIT=10
readonly NAME="x"
export PATH=/x
# Sells.
sell() {
  local n=$1
  if [ "$n" -gt 10 ]; then exit 1; fi
  for x in a b; do run "$x" | grep y; done
  while true; do break; done
  case $n in a) helper;; *) $cmd "$(inner)" ;; esac
  a && b || c
}
function other { sell 1; }
main "$@"
