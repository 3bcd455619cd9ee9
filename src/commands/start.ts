import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import { unusedSetupCodeLine } from '../conversation/receive/authorize.ts'
import { formatLinkCode, parseLinkCode } from '../people/link-codes.ts'
import { resolveTimezone } from '../people/users.ts'
import type { Command } from './shared/command.ts'
import { timezoneButtons } from './shared/timezones.ts'

const welcome = `**Hello! I keep one conversation with you**, from day to day and wherever you write from.

Just write to me. Each day gets a summary, and I look up earlier messages:
- "What did we decide last week?"
- /summary yesterday – the summary of a day
- /find words – search our conversation
- /help – everything I can do`

const wrongCodeText =
  'That setup code is wrong, already used, or replaced by a newer one, but you do not need one to talk with me: just write.'
const unusedCodeText =
  'That setup code is right, but was not used, because this account already has a conversation of its own: to make it the owner’s, send /link on the page or from the owner’s account, and enter the code you get here.'

/** A valid setup code is consumed where messages are received, unless the account already has its own conversation. */
export const start: Command = {
  declaration: {
    name: 'start',
    help: 'Show what I can do and how to begin',
    arguments: [{ name: 'code', kind: 'text', required: false, help: 'The setup code printed at the first start' }],
  },
  async run(deps, context, args) {
    const code = parseLinkCode(/^link-(.*)$/is.exec(args['code'] ?? '')?.[1] ?? '')
    if (code) return beforeLinking(code, context)
    if (args['code'] !== undefined) return { text: `/start ${args['code']}` === unusedSetupCodeLine ? unusedCodeText : wrongCodeText }
    if (context.user.timezone) return { text: welcome }
    const question = `**Which timezone are you in?** Your days begin and end by it. Until you choose one, I use ${resolveTimezone(context.user, deps.defaultTimezone)}. Pick one, or type it: /timezone Area/City`
    return { text: `${welcome}\n\n${question}`, buttons: timezoneButtons }
  },
}

/**
 * Warns before linking. The person who created the link could read this whole conversation, and a link is pressed more easily than a code
 * is typed.
 */
const beforeLinking = (code: string, { now }: CommandContext): CommandAnswer => ({
  text: `This link merges this conversation with that of the person who created it, and both accounts can read all of it. If you created it yourself from your other account, press Link or write \`/link ${formatLinkCode(code)}\`. Otherwise, do nothing.`,
  buttons: [{ label: 'Link', action: `/link ${formatLinkCode(code)}` }],
  textExpiresAt: new Date(now.getTime() + 10 * 60_000),
})
