import { createHmac } from 'node:crypto'
import type { CallServiceSettings } from '../core/ports/calls.ts'
import type { VoiceSettings } from '../people/calls/voice-settings.ts'
import { address, httpAddress, matching, secret, text, type VariableRule, type VariableValues, wholeNumber } from './kinds.ts'
import type { WebValues } from './web.ts'

// Settings of calls, which ElevenLabs Agents conducts.

export interface VoiceConfig extends CallServiceSettings, VoiceSettings {}

export const voiceVariables = {
  ELEVENLABS_API_KEY: text.optional().meta(secret),
  ELEVENLABS_AGENT_ID: matching(/^[\w-]{1,100}$/, 'the id of your agent, such as agent_01abc').optional(),
  ELEVENLABS_WEBHOOK_SECRET: matching(/^\S{16,256}$/, 'the secret of your post-call webhook, at least 16 characters')
    .optional()
    .meta(secret),
  ELEVENLABS_START_SECRET: matching(/^[\w-]{16,256}$/, '16 to 256 of the characters A-Z, a-z, 0-9, _ and -')
    .optional()
    .meta(secret),
  ELEVENLABS_API_URL: httpAddress('https://api.elevenlabs.io').default('https://api.elevenlabs.io'),
  VOICE_CALL_PAGE: httpAddress('https://elevenlabs.io/app/talk-to').default('https://elevenlabs.io/app/talk-to'),
  VOICE_PHONE_NUMBER: matching(/^\+[1-9]\d{5,14}$/, 'the number to call, such as +4930123456').optional(),
  VOICE_PUBLIC_URL: address(['https:', 'http:'], 'https://voice.example.org')
    .transform((value) => new URL(value))
    .optional(),
  VOICE_PORT: wholeNumber(0, 65_535).default(8445),
  VOICE_POLL_MINUTES: wholeNumber(1, 1_440, 'minutes').default(5),
}

const needed = ['ELEVENLABS_API_KEY', 'ELEVENLABS_AGENT_ID', 'ELEVENLABS_WEBHOOK_SECRET'] as const
const extras = ['ELEVENLABS_START_SECRET', 'VOICE_PHONE_NUMBER', 'VOICE_PUBLIC_URL'] as const

export const voiceRules: readonly VariableRule[] = [
  (environment) => {
    const missing = needed.filter((name) => !environment[name])
    const isWanted = [...needed, ...extras].some((name) => environment[name])
    return isWanted && missing.length > 0 && `Calls need ${needed.join(', ')}: also set ${missing.join(' and ')}. See docs/voice.md.`
  },
  (environment) =>
    needed.every((name) => environment[name]) &&
    !environment['VOICE_PHONE_NUMBER'] &&
    !environment['VOICE_PUBLIC_URL'] &&
    'Nobody can call: set VOICE_PHONE_NUMBER to the number of your agent, VOICE_PUBLIC_URL to the https address that leads to VOICE_PORT, or both.',
]

export function parseVoice(values: VariableValues<typeof voiceVariables> & WebValues): VoiceConfig | undefined {
  const { ELEVENLABS_API_KEY: apiKey, ELEVENLABS_AGENT_ID: agentId, ELEVENLABS_WEBHOOK_SECRET: webhookSecret } = values
  const { ELEVENLABS_START_SECRET: startSecret, VOICE_PHONE_NUMBER: phoneNumber, VOICE_PUBLIC_URL: publicUrl } = values
  if (!apiKey || !agentId || !webhookSecret) return undefined
  return {
    platform: 'voice',
    apiKey,
    apiUrl: values.ELEVENLABS_API_URL,
    agentId,
    webhookSecret,
    // A separate key, so that a signature of one kind never passes for one of the other.
    tokenKey: createHmac('sha256', webhookSecret).update('call tokens').digest('hex'),
    ...(startSecret && { startSecret }),
    callPage: values.VOICE_CALL_PAGE,
    listen: { host: values.WEB_HOST, port: values.VOICE_PORT },
    pollMs: values.VOICE_POLL_MINUTES * 60_000,
    ...(phoneNumber && { phoneNumber }),
    ...(publicUrl && { publicUrl }),
  }
}
