import type { Message } from '../../../src/core/domain/messages.ts'

/** What can be done with a message of the conversation. Seen while it is pointed at or has the focus, so that reading stays calm. */
export function MessageActions({ message: { id, kind, text } }: { readonly message: Message }) {
  if (kind !== 'chat' || text.trim() === '') return null
  return (
    <span class="actions">
      <button type="button" class="quiet" data-action={`/remember #${id}`} data-done="Sent">
        Remember this
      </button>
      <button type="button" class="quiet" data-action={`/forget #${id}`} data-done="Sent">
        Forget this
      </button>
    </span>
  )
}
