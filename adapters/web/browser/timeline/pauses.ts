import { isAfterPause, type MomentOfMessage } from '../../shared/pause.ts'
import { findRows } from '../lib/dom.ts'

/** When the messages of rows were sent. Kept, because a day may have thousands of rows. A change of a message replaces its row. */
const momentsOfRows = new WeakMap<HTMLElement, MomentOfMessage>()

/** Has the messages show their time that come after a pause, as the server does. */
export function markPauses(list: HTMLElement): void {
  let before: MomentOfMessage | undefined
  for (const row of findRows('.message[data-time]', list)) {
    const moment = momentOf(row)
    const isMarked = isAfterPause(moment, before) && !row.closest('.call')
    if (isMarked !== row.hasAttribute('data-pause')) row.toggleAttribute('data-pause', isMarked)
    before = moment
  }
}

function momentOf(row: HTMLElement): MomentOfMessage {
  const known = momentsOfRows.get(row)
  if (known) return known
  const { day = '', order = '' } = row.dataset
  const moment = { day, sentAt: Date.parse(order.split(' ', 1)[0] ?? '') }
  momentsOfRows.set(row, moment)
  return moment
}
