import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import type { LoopId } from '../core/domain/ids.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import type { MessageKey } from '../core/messages/messages.ts'
import { closeLoop, renameLoop, reopenLoop, snoozeLoop } from '../loops/change-loop.ts'
import { doneButton, dropButton, formatLoop, reopenButton, snoozeButton } from '../loops/format-loop.ts'
import { buildClosedLoopNotice } from '../loops/notified-loops.ts'
import { type LoopDue, loadLoop, type OpenLoop } from '../loops/open-loop.ts'
import { readDue } from '../loops/read-due.ts'
import { undoMove } from '../loops/undo-move.ts'
import type { Tx } from '../store/store.ts'
import type { Command } from './shared/command.ts'

interface LoopChange {
  readonly id: LoopId
  /** What follows the number: a time or a text. */
  readonly rest: string
}

/** Applies a change. Undefined if the loop is in the wrong state for it. */
type ApplyChange = (tx: Tx, context: CommandContext, change: LoopChange) => Promise<CommandAnswer | undefined>

const close =
  (state: 'done' | 'dropped'): ApplyChange =>
  async (tx, context, { id }) => {
    const loop = await closeLoop(tx, context, { id, state, origin: 'request' })
    return loop && buildClosedLoopNotice(loop, context, context.translate)
  }

const changes: Readonly<Record<string, { readonly apply: ApplyChange; readonly otherwise: MessageKey }>> = {
  done: { apply: close('done'), otherwise: 'loops.notOpen' },
  drop: { apply: close('dropped'), otherwise: 'loops.notOpen' },
  reopen: {
    apply: async (tx, context, { id }) =>
      describeChange('loops.reopened', await reopenLoop(tx, context, { id, origin: 'request' }), context),
    otherwise: 'loops.notClosed',
  },
  snooze: {
    async apply(tx, context, { id, rest }) {
      const due = readWhen(rest, context)
      return describeChange('loops.moved', await snoozeLoop(tx, context, { id, due }), context)
    },
    otherwise: 'loops.notOpen',
  },
  // The button below a loop that the bot has moved.
  back: {
    async apply(tx, context, { id, rest }) {
      return describeChange('loops.moved', await undoMove(tx, context, { id, earlier: rest }), context)
    },
    otherwise: 'loops.notOpen',
  },
  rename: {
    async apply(tx, context, { id, rest }) {
      if (rest === '') throw new LocalizedInputError('loops.noText')
      return describeChange('loops.renamed', await renameLoop(tx, context, { id, text: rest }), context)
    },
    otherwise: 'loops.sameText',
  },
}

/** Used by the buttons below loops and reminders. */
export const loop: Command = {
  declaration: {
    name: 'loop',
    help: 'loops.help',
    arguments: [
      { name: 'change', kind: 'choice', required: true, choices: ['show', ...Object.keys(changes)], help: 'choice.help' },
      { name: 'id', kind: 'text', required: true, help: 'loops.which' },
      { name: 'rest', kind: 'text', required: false, help: 'remind.request' },
    ],
    hidden: true,
  },
  async run({ store }, context, args) {
    const { scope, translate } = context
    const id = Number(args['id']) as LoopId
    const isId = Number.isInteger(id) && id > 0 && id <= 2_147_483_647
    const before = isId ? await loadLoop(store.db, scope, id) : undefined
    if (!before) throw new LocalizedInputError('loops.unknown', { id: (args['id'] ?? '').slice(0, 20) })
    const change = changes[args['change'] ?? '']
    if (!change) return describeLoop(before, context)
    const answer = await store.transaction((tx) => change.apply(tx, context, { id, rest: args['rest'] ?? '' }))
    if (answer) return answer
    const isRenamed = change.otherwise === 'loops.sameText' && before.state !== 'open'
    return { text: translate(isRenamed ? 'loops.notOpen' : change.otherwise, { text: formatLoop(before, context, translate) }) }
  },
}

/** Reads when the user wants a loop to be due, as written when the command was given. Throws LocalizedInputError. */
function readWhen(text: string, { user, timezone, sentAt }: CommandContext): LoopDue {
  const due = readDue(text, { now: sentAt, timezone, languages: [user.language, 'en'] })
  if (due) return due
  throw new LocalizedInputError('loops.whenUnclear')
}

const describeChange = (key: MessageKey, changed: OpenLoop | undefined, context: CommandContext): CommandAnswer | undefined =>
  changed && { ...describeLoop(changed, context), text: context.translate(key, { text: formatLoop(changed, context, context.translate) }) }

/** Describes a loop, with buttons for what can be done with it. */
function describeLoop(shown: OpenLoop, context: CommandContext): CommandAnswer {
  const { translate } = context
  const { id, state, due, sourceMessageId, closingMessageId } = shown
  const notes = [
    ...(sourceMessageId === null ? [] : [translate('loops.source', { id: sourceMessageId })]),
    ...(closingMessageId === null ? [] : [translate('loops.closedBy', { id: closingMessageId })]),
    ...(state === 'open' ? [translate('loops.howToChange', { id })] : []),
  ]
  return {
    text: [formatLoop(shown, context, translate), ...notes.map((note) => `_${note}_`)].join('\n'),
    buttons:
      state === 'open'
        ? [
            due?.repeat ? dropButton(id, translate('loops.stop')) : doneButton(id, translate('loops.done')),
            snoozeButton(id, 'tomorrow', translate('loops.tomorrow')),
            snoozeButton(id, 'in 1 week', translate('loops.nextWeek')),
            ...(due?.repeat ? [] : [dropButton(id, translate('loops.drop'))]),
          ]
        : [reopenButton(id, translate('loops.reopen'))],
  }
}
