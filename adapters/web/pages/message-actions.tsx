import type { Message } from '../../../src/core/domain/messages.ts'
import { useLanguage } from './language.tsx'

/** Actions on a message. Visible only on hover or focus, to keep the page calm. */
export function MessageActions({ message: { id, kind, text } }: { readonly message: Message }) {
  const { translate } = useLanguage()
  if (kind !== 'chat' || text.trim() === '') return null
  return (
    <span class="actions">
      <a class="quiet" href={`/continuous/?reply=${id}`}>
        {translate('page.message.reply')}
      </a>
      <button type="button" class="quiet" data-action={`/remember #${id}`} data-done={translate('page.script.sent')}>
        {translate('page.message.remember')}
      </button>
      <button type="button" class="quiet" data-action={`/forget #${id}`} data-done={translate('page.script.sent')}>
        {translate('page.message.forget')}
      </button>
    </span>
  )
}
