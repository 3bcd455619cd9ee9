import { LocalizedInputError } from '../core/messages/input-error.ts'
import { addLoop } from '../loops/add-loop.ts'
import { buildAddedLoopNotice } from '../loops/notified-loops.ts'
import { readReminderCommand } from '../loops/request-reminder.ts'
import type { Command } from './shared/command.ts'

export const remind: Command = {
  declaration: {
    name: 'remind',
    help: 'remind.help',
    arguments: [{ name: 'request', kind: 'text', required: false, help: 'remind.request' }],
  },
  async run({ store }, context, { request = '' }) {
    const { user, timezone, now, sentAt, messageId: source, translate } = context
    if (request === '') throw new LocalizedInputError('remind.howTo')
    // Read as it was written, in case an interrupted command runs again later.
    const wanted = readReminderCommand(request, { now: sentAt, timezone, languages: [user.language, 'en'] })
    if (!wanted) throw new LocalizedInputError('loops.whenUnclear')
    if (wanted.text === '') throw new LocalizedInputError('remind.howTo')
    const { loop } = await store.transaction((tx) => addLoop(tx, context, { owner: 'user', ...wanted, source, origin: 'request' }))
    return buildAddedLoopNotice(loop, { now, timezone }, translate)
  },
}
