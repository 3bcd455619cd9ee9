import type { Message } from '../../../src/core/domain/messages.ts'
import { excerptOf } from '../../../src/core/lib/excerpt.ts'
import type { Translate } from '../../../src/core/messages/messages.ts'
import { messageHref } from '../views/markdown.ts'
import type { RepliedToMessage, ShownMessage } from '../views/timeline.ts'
import { useLanguage } from './language.tsx'

/** The beginning of the message replied to, which it links to. */
export function Quote({ shown: { quoted } }: { readonly shown: ShownMessage }) {
  const { translate } = useLanguage()
  if (!quoted) return null
  const { id } = quoted
  return (
    <a class="quote" href={messageHref(id)} title={translate('page.message.in-reply', { id })} dir="auto" data-quotes={id}>
      {describeQuoted(translate, quoted)}
    </a>
  )
}

/** Returns what a reply shows of a message. */
export function describeQuoted(translate: Translate, { id, text }: RepliedToMessage): string {
  if (text === undefined) return translate('page.message.deleted')
  return excerptOf(text) || translate('page.message.in-reply', { id })
}

export const toQuoted = ({ id, text, deletedAt }: Message): RepliedToMessage => ({ id, text: deletedAt ? undefined : text })
