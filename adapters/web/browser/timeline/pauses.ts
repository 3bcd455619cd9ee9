import { isAfterPause } from '../../shared/pause.ts'
import { findAll } from '../lib/dom.ts'

/** Has the messages show their time that come after a pause, as the server does. */
export function markPauses(list: HTMLElement): void {
  let before: { readonly day: string; readonly sentAt: number } | undefined
  for (const row of findAll('.message[data-time]', list)) {
    const { day = '', order = '' } = row.dataset
    const moment = { day, sentAt: Date.parse(order.split(' ', 1)[0] ?? '') }
    const isMarked = !row.closest('.call') && isAfterPause(moment, before)
    if (isMarked !== 'pause' in row.dataset) row.toggleAttribute('data-pause', isMarked)
    before = moment
  }
}
