# Sourced by scripts that look at what has changed.
# The commit that the sources are compared with; nothing where there is none, as in a shallow clone.
compared_with() {
  local branch base
  for branch in origin/HEAD origin/main main origin/master master; do
    git rev-parse -q --verify "$branch^{commit}" >/dev/null || continue
    base=$(git merge-base HEAD "$branch") || return 0
    [[ $base != "$(git rev-parse HEAD)" ]] || base=HEAD~1
    git rev-parse -q --verify "$base^{commit}" || return 0
    return 0
  done
}
