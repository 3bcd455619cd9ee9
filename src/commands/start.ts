import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import { unusedSetupCodeLine } from '../conversation/receive/authorize.ts'
import { formatLinkCode, parseLinkCode } from '../people/link-codes.ts'
import { buildTimezoneQuestion } from '../people/timezone-question.ts'
import { claimTimezoneQuestion, resolveTimezone } from '../people/users.ts'
import type { Command } from './shared/command.ts'

/** A valid setup code is consumed where messages are received, unless the account already has its own conversation. */
export const start: Command = {
  declaration: {
    name: 'start',
    help: 'start.help',
    arguments: [{ name: 'code', kind: 'text', required: false, help: 'start.code' }],
  },
  async run(deps, context, args) {
    const { translate, user } = context
    const code = parseLinkCode(/^link-(.*)$/is.exec(args['code'] ?? '')?.[1] ?? '')
    if (code) return beforeLinking(code, context)
    if (args['code'] !== undefined)
      return { text: translate(`/start ${args['code']}` === unusedSetupCodeLine ? 'start.unusedCode' : 'start.wrongCode') }
    const welcome = translate('start.welcome')
    // In a shared place, there may be nowhere to show it.
    const isAsked = context.place.kind === 'direct' && (await claimTimezoneQuestion(deps.store.db, user.id, context.sentAt))
    if (!isAsked) return { text: welcome }
    const question = buildTimezoneQuestion(translate, resolveTimezone(user, deps.defaultTimezone))
    return { text: `${welcome}\n\n${question.text}`, buttons: question.buttons }
  },
}

/**
 * Warns before linking. The person who created the link could read this whole conversation, and a link is pressed more easily than a code
 * is typed.
 */
const beforeLinking = (code: string, { now, translate }: CommandContext): CommandAnswer => ({
  text: translate('start.link', { code: formatLinkCode(code) }),
  buttons: [{ label: translate('start.linkButton'), action: `/link ${formatLinkCode(code)}` }],
  textExpiresAt: new Date(now.getTime() + 10 * 60_000),
})
