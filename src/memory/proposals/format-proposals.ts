import { quoteLines } from '../../core/domain/quotations.ts'
import { clip } from '../../core/domain/text.ts'
import type { Translate } from '../../core/messages/messages.ts'
import type { Button } from '../../core/ports/platform.ts'
import { buildAddedNotice, buildArchivedNotice } from '../notified-changes.ts'
import type { ProposalDecision } from './decide.ts'
import type { OpenProposal } from './proposal.ts'

interface ProposalText {
  /** Markdown. */
  readonly text: string
  readonly buttons: readonly Button[]
}

/** The maximum length of a memory in the list, in characters. The page shows all of it. */
const quotedLength = 400

/** Formats the button that lists the proposals. */
export const reviewButton = (translate: Translate): Button => ({ label: translate('proposal.review'), action: '/memory review' })

/** Formats the open proposals with their items, and two buttons for each. */
export function formatProposals(proposals: readonly OpenProposal[], translate: Translate): ProposalText {
  if (proposals.length === 0) return { text: translate('proposal.none'), buttons: [] }
  const buttonsOf = ({ id }: OpenProposal, number: number): Button[] => [
    { label: `${translate('proposal.accept')} ${number}`, action: `/memory accept ${id}` },
    { label: `${translate('proposal.decline')} ${number}`, action: `/memory decline ${id}` },
  ]
  return {
    text: proposals.map((proposal, index) => formatProposal(proposal, index + 1, translate)).join('\n\n'),
    buttons: proposals.flatMap((proposal, index) => buttonsOf(proposal, index + 1)),
  }
}

function formatProposal({ kind, items, text, reason }: OpenProposal, number: number, translate: Translate): string {
  return [
    `**${number}. ${translate(kind === 'merge' ? 'proposal.merge' : 'proposal.archive')}**`,
    items.map(({ content }) => quoteShort(content)).join('\n>\n'),
    ...(kind === 'merge' ? [translate('proposal.mergeInto'), quoteShort(text)] : []),
    reason,
  ].join('\n')
}

const quoteShort = (text: string): string => quoteLines(clip(text, quotedLength))

/** Formats what a decision did, with a button that undoes it. */
export function formatDecision({ state, isNew, item }: ProposalDecision, translate: Translate): ProposalText {
  if (!isNew) return { text: translate('proposal.decided'), buttons: [] }
  if (item) return item.status === 'archived' ? buildArchivedNotice(item, translate) : buildAddedNotice(item, translate)
  return { text: translate(state === 'declined' ? 'proposal.declined' : 'proposal.changed'), buttons: [] }
}
