import { clip } from '../../../src/core/domain/text.ts'
import type { MessageKey } from '../../../src/core/messages/messages.ts'
import type { MemoryProposal, OpenProposal } from '../../../src/memory/proposals/proposal.ts'
import { messageHref } from '../views/markdown.ts'
import { useLanguage } from './language.tsx'
import type { ShownItem } from './memory-item.tsx'

/** An open proposal as the page shows it. */
export interface ShownProposal {
  readonly proposal: OpenProposal
  readonly items: readonly ShownItem[]
}

/** What the bot proposes, with a form for each decision. It needs no script. */
export function Proposals({ proposals }: { readonly proposals: readonly ShownProposal[] }) {
  const { translate } = useLanguage()
  if (proposals.length === 0) return null
  return (
    <section class="proposals" aria-labelledby="suggestions-title">
      <h2 id="suggestions-title">{translate('proposal.heading')}</h2>
      <ol class="items">
        {proposals.map((shown) => (
          <ProposalCard key={shown.proposal.id} shown={shown} />
        ))}
      </ol>
    </section>
  )
}

function ProposalCard({ shown: { proposal, items } }: { readonly shown: ShownProposal }) {
  const { translate } = useLanguage()
  const { kind, text, reason } = proposal
  return (
    <li>
      <article>
        <h3>{translate(kind === 'merge' ? 'proposal.merge' : 'proposal.archive')}</h3>
        {items.map((shown) => (
          <ProposedItem key={shown.item.id} shown={shown} />
        ))}
        {kind === 'merge' && (
          <>
            <p>{translate('proposal.mergeInto')}</p>
            <blockquote class="content" dir="auto">
              {text}
            </blockquote>
          </>
        )}
        <p class="faint" dir="auto">
          {reason}
        </p>
        <div class="loop-actions">
          <DecisionButton proposal={proposal} action="accept" label="proposal.accept" />
          <DecisionButton proposal={proposal} action="decline" label="proposal.decline" />
        </div>
      </article>
    </li>
  )
}

/** One of the items, with where it is and the message that it was learned from. */
function ProposedItem({ shown: { item, day, hasSource } }: { readonly shown: ShownItem }) {
  const { translate, formatDay } = useLanguage()
  const { id, content, sourceMessageId, createdAt } = item
  return (
    <>
      <blockquote class="content" dir="auto">
        {content}
      </blockquote>
      <p class="about">
        <a href={`/memory/${id}/`}>
          <time dateTime={createdAt.toISOString()}>{formatDay(day)}</time>
        </a>
        {hasSource && sourceMessageId !== null && <a href={messageHref(sourceMessageId)}>{translate('page.memory.learned')}</a>}
      </p>
    </>
  )
}

interface DecisionButtonProps {
  readonly proposal: OpenProposal
  readonly action: 'accept' | 'decline'
  readonly label: MessageKey
}

function DecisionButton({ proposal: { id, items, text }, action, label }: DecisionButtonProps) {
  const { translate } = useLanguage()
  const about = clip(text || (items[0]?.content ?? ''), 60)
  return (
    <form method="post" action={`/memory/suggestions/${id}/${action}/`}>
      <button type="submit" aria-label={`${translate(label)}: ${about}`} {...(action === 'accept' && { class: 'primary' })}>
        {translate(label)}
      </button>
    </form>
  )
}

const outcomes = { accepted: 'proposal.accepted', declined: 'proposal.declined', expired: 'proposal.changed' } as const

/** Says what became of a proposal, and offers to undo it. The address leads here, so that it is read out. */
export function DecisionNotice({ proposal: { id, state, kind, resultId } }: { readonly proposal: MemoryProposal }) {
  const { translate } = useLanguage()
  if (state === 'open') return null
  const canUndo = state === 'accepted' && (kind === 'archive' || resultId !== null)
  return (
    <div class="outcome" id="notice" role="status" tabindex={-1}>
      <p>{translate(outcomes[state])}</p>
      {canUndo && (
        <form method="post" action={`/memory/suggestions/${id}/undo/`}>
          <button type="submit">{translate('button.undo')}</button>
        </form>
      )}
    </div>
  )
}
