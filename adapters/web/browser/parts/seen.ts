import { findAccount, post } from '../lib/post.ts'

/** In ms. How long changes are collected before the server hears that they were seen. */
const gatherMs = 1_000

/** Tells the server up to which change the page has been seen, so that the next visit begins after it. */
export function createSeen() {
  let shown = 0
  let reported = 0
  let timer = 0

  const report = () => {
    clearTimeout(timer)
    timer = 0
    if (shown === reported) return
    reported = shown
    post('/continuous/seen/', { seq: reported, account: Number(findAccount()) }, { keepalive: true }).catch(() => {
      // The messages count as new again at the next visit.
    })
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' || timer !== 0) report()
  })

  return {
    /** Records that the page shows every change up to `seq`. Reports it once the page is visible. */
    show(seq: number): void {
      shown = seq
      if (timer === 0 && document.visibilityState === 'visible') timer = window.setTimeout(report, gatherMs)
    },
  }
}
