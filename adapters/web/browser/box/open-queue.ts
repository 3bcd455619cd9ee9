import { runLater } from '../lib/dom.ts'
import type { KeptTexts } from '../lib/kept.ts'
import type { KeptFiles } from '../lib/kept-files.ts'
import { filesGone, postFiles, postMessage } from '../lib/post.ts'
import { createSendQueue } from './send-queue.ts'
import { createWaitingRows, type RowList } from './waiting-rows.ts'

/** Opens the queue of an account, with the rows that show what waits in it. Continues with what was kept. */
export function openQueue(list: RowList, kept: KeptTexts, keptFiles: KeptFiles) {
  const rows = createWaitingRows(list, () => queue)
  const queue = createSendQueue({
    kept,
    post: async (waiting) => {
      const { id, text: written, replyTo } = waiting
      const message = { id, text: written, ...(replyTo !== undefined && { reply_to: replyTo }) }
      if (!waiting.files) return postMessage(message)
      const attached = await keptFiles.read(id)
      if (!attached) throw filesGone()
      return postFiles({ message, files: attached, onProgress: (part) => rows.showProgress(waiting, part) })
    },
    runLater,
    random: Math.random,
    onState(message, state) {
      rows.show(message, state)
      if (state === 'sending' && message.files) rows.showProgress(message, 0)
      if (state === 'sent' && message.files) keptFiles.remove(message.id)
    },
    onGone(message) {
      rows.remove(message)
      if (message.files) keptFiles.remove(message.id)
    },
  })
  queue.restore()
  window.addEventListener('online', () => queue.wake())
  // Another tab has sent something, or has something to send.
  window.addEventListener('storage', () => queue.adopt())
  return queue
}
