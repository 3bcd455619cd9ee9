import type { Message } from '../../../src/core/domain/messages.ts'

/** Actions on a message. Visible only on hover or focus, to keep the page calm. */
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
