import type { MessageKind } from '../../../src/core/domain/messages.ts'
import { retryAction, type ShownMessage } from '../views/timeline.ts'
import { AgainIcon, CopyIcon, MoreIcon } from './icons.tsx'
import { useLanguage } from './language.tsx'

/** What the bot posted is part of the conversation, too. The model gets what a message replies to. */
const repliableKinds: readonly MessageKind[] = ['chat', 'digest', 'notice']

/**
 * Actions on a message. They show on hover or focus, to keep the page calm, and two of them always below the newest reply. On a phone, the
 * page's script opens the others as a menu.
 */
export function MessageActions({ shown: { message, elsewhere } }: { readonly shown: ShownMessage }) {
  const { id, role, kind, text, turnId, replyToId } = message
  const { translate } = useLanguage()
  if (!repliableKinds.includes(kind) || text.trim() === '') return null
  const label = translate('page.message.actions')
  const [copy, again] = [translate('page.message.copy'), translate('page.message.again')]
  return (
    <span class="actions-place">
      <button type="button" class="quiet" data-copy={`/continuous/messages/${id}/text/`} aria-label={copy} title={copy}>
        <CopyIcon />
      </button>
      {role === 'assistant' && kind === 'chat' && turnId !== null && replyToId !== null && (
        <button
          type="button"
          class="quiet"
          data-newest
          hidden
          data-action={`${retryAction} ${replyToId} again`}
          aria-label={again}
          title={again}
        >
          <AgainIcon />
        </button>
      )}
      <button type="button" class="quiet actions-button" aria-haspopup="menu" aria-expanded={false} aria-label={label} title={label}>
        <MoreIcon />
      </button>
      <span class="actions">
        <a class="quiet" href={`/continuous/?reply=${id}`}>
          {translate('page.message.reply')}
        </a>
        {role === 'user' && elsewhere === undefined && (
          <a class="quiet" data-edit href={`/continuous/?edit=${id}`}>
            {translate('page.message.edit')}
          </a>
        )}
        {kind === 'chat' && (
          <>
            <button type="button" class="quiet" data-action={`/remember #${id}`} data-done={translate('page.script.sent')}>
              {translate('page.message.remember')}
            </button>
            <button type="button" class="quiet" data-action={`/forget #${id}`} data-done={translate('page.script.sent')}>
              {translate('page.message.forget')}
            </button>
          </>
        )}
      </span>
    </span>
  )
}

/** The button below a message that was edited after its reply. */
export function AnswerAgain({ shown: { message, mayAnswerAgain } }: { readonly shown: ShownMessage }) {
  const { translate } = useLanguage()
  if (!mayAnswerAgain) return null
  return (
    <div class="buttons">
      <button type="button" data-action={`${retryAction} ${message.id} again`}>
        {translate('page.message.again')}
      </button>
    </div>
  )
}

/** Says that a reply is only a part, with a button that has it written again. */
export function PartialMark({ shown: { message, partial } }: { readonly shown: ShownMessage }) {
  const { translate } = useLanguage()
  if (!partial) return null
  return (
    <p class="partial">
      {translate(`page.message.${partial}`)}{' '}
      {message.replyToId !== null && (
        <button type="button" class="quiet" data-action={`${retryAction} ${message.replyToId} again`}>
          {translate('page.message.try-again')}
        </button>
      )}
    </p>
  )
}
