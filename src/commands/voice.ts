import { confirmNumber, declineNumber, type NumberLinkAnswer, requestNumberLink } from '../accounts/link-number.ts'
import type { CommandAnswer, CommandContext } from '../conversation/deps.ts'
import { LocalizedInputError } from '../core/messages/input-error.ts'
import { formatNumberCode, type NumberLinkId } from '../people/calls/number-links.ts'
import { findPinHash, pinLength, removePin, setCallPin } from '../people/calls/pins.ts'
import { createCallLink } from '../people/calls/tokens.ts'
import type { VoiceSettings } from '../people/calls/voice-settings.ts'
import { mayLink } from '../people/link-codes.ts'
import { parseRowNumber } from './linking.ts'
import type { Command, CommandDeps } from './shared/command.ts'

type VoiceStep = (
  deps: CommandDeps,
  voice: VoiceSettings,
  call: CommandContext & { readonly code: string | undefined },
) => Promise<CommandAnswer>

const steps: Readonly<Record<string, VoiceStep>> = { link: createCode, pin: changePin }

export const voice: Command = {
  declaration: {
    name: 'voice',
    help: 'voice.help',
    arguments: [
      { name: 'setting', kind: 'choice', required: false, choices: Object.keys(steps), help: 'voice.setting' },
      { name: 'code', kind: 'text', required: false, help: 'voice.code' },
    ],
  },
  async run(deps, context, { setting, code }) {
    if (!deps.voice) return { text: context.translate('voice.none') }
    if (context.place.kind === 'shared')
      throw new LocalizedInputError(setting === 'pin' && code !== undefined ? 'voice.pinExposed' : 'voice.directOnly')
    const step = setting === undefined ? offerCall : steps[setting]
    return step?.(deps, deps.voice, { ...context, code })
  },
}

/** Offers a link to call in the browser, and the number to call. */
async function offerCall(
  deps: CommandDeps,
  { publicUrl, phoneNumber, tokenKey }: VoiceSettings,
  context: CommandContext,
): Promise<CommandAnswer> {
  const { user, accountId, now, translate } = context
  const phone = phoneNumber ? [translate('voice.phone', { number: phoneNumber })] : []
  if (!publicUrl) return { text: phone.join('') || translate('voice.none') }
  const { token, expiresAt } = await createCallLink({ ...deps, tokenKey }, { userId: user.id, accountId })
  const minutes = Math.round((expiresAt.getTime() - now.getTime()) / 60_000)
  const browser = translate('voice.browser', { link: new URL(`/voice/call/${token}`, publicUrl).href, minutes })
  return { text: [browser, ...phone].join('\n\n'), textExpiresAt: expiresAt }
}

/** Creates a code that links the number it is spoken from. */
async function createCode(deps: CommandDeps, { phoneNumber }: VoiceSettings, context: CommandContext): Promise<CommandAnswer> {
  const { user, accountId, place, now, translate } = context
  if (!phoneNumber) throw new LocalizedInputError('voice.noPhone')
  const origin = { accountId, userId: user.id, placeId: place.id, now }
  const { code, expiresAt } = await deps.store.transaction((tx) => requestNumberLink(tx, deps.random, origin))
  return { text: translate('voice.numberCode', { code: formatNumberCode(code), number: phoneNumber }), textExpiresAt: expiresAt }
}

async function changePin(deps: CommandDeps, _voice: VoiceSettings, context: Parameters<VoiceStep>[2]): Promise<CommandAnswer> {
  const { user, accountId, translate, code } = context
  const owner = { userId: user.id }
  if (code === undefined) return { text: translate('voice.pinHow', { length: pinLength }) }
  if (!(await mayLink(deps.store.db, accountId))) throw new LocalizedInputError('link.noRights')
  if (code.toLowerCase() === 'off') await deps.store.transaction((tx) => removePin(tx, owner))
  else await setCallPin(deps, { ...owner, accountId, pin: code })
  return { text: translate(code.toLowerCase() === 'off' ? 'voice.pinRemoved' : 'voice.pinSet') }
}

const answers: Readonly<Record<string, (deps: CommandDeps, context: CommandContext, answer: NumberLinkAnswer) => Promise<CommandAnswer>>> =
  {
    async confirm(deps, { user, translate }, answer) {
      const number = await confirmNumber(deps, answer)
      const hasPin = (await findPinHash(deps.store.db, user.id)) !== undefined
      return { text: translate('voice.numberLinked', { number, pin: hasPin ? 'yes' : 'no' }) }
    },
    async decline(deps, { translate }, answer) {
      return { text: translate('voice.numberDeclined', { number: await declineNumber(deps, answer) }) }
    },
  }

/** Used by the buttons below the question whether a number is the user's. */
export const calling: Command = {
  declaration: {
    name: 'calling',
    help: 'calling.help',
    arguments: [
      { name: 'answer', kind: 'choice', required: true, choices: Object.keys(answers), help: 'choice.help' },
      { name: 'id', kind: 'text', required: true, help: 'linking.id' },
    ],
    hidden: true,
  },
  async run(deps, context, { answer = '', id = '' }) {
    if (!deps.voice) return { text: context.translate('voice.none') }
    const { platform } = deps.voice
    return answers[answer]?.(deps, context, { id: parseRowNumber(id) as NumberLinkId, accountId: context.accountId, platform })
  },
}
