import { findAccount, post } from '../lib/post.ts'

/** In ms. How long changes are collected before the server hears that they were seen. */
const gatherMs = 1_000

/** Tells the server up to which change the page has been seen, so that the next visit begins after it. */
export function createSeen() {
  let [shown, told, waiting] = [0, 0, 0]

  const tell = () => {
    clearTimeout(waiting)
    waiting = 0
    if (shown === told) return
    told = shown
    post('/continuous/seen/', { seq: told, account: Number(findAccount()) }, { keepalive: true }).catch(() => {
      // Then it is new again at the next visit.
    })
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' || waiting !== 0) tell()
  })

  return {
    /** The page shows everything up to a change. While it is hidden, nobody sees it. */
    show(seq: number): void {
      shown = seq
      if (waiting === 0 && document.visibilityState === 'visible') waiting = window.setTimeout(tell, gatherMs)
    },
  }
}
