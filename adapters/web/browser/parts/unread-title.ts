/** Shows the number of unread replies in the title while the page is hidden. */
export function createUnreadTitle() {
  const { title } = document
  let unread = 0
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    unread = 0
    document.title = title
  })
  return {
    add(replies: number): void {
      if (replies === 0 || document.visibilityState === 'visible') return
      unread += replies
      document.title = `(${unread}) ${title}`
    },
  }
}
