import { expect, onTestFinished, test } from 'vitest'
import { checkVoice } from '../../../src/cli/doctor/check-voice.ts'
import { readConfig, type VoiceConfig } from '../../../src/config.ts'
import { agentId, apiKey, startFakeElevenLabs, startSecret, webhookSecret } from '../../fakes/elevenlabs/index.ts'

async function voiceConfig(changes: Readonly<Record<string, string>> = {}): Promise<VoiceConfig> {
  const service = await startFakeElevenLabs()
  onTestFinished(service.stop)
  const { voice } = readConfig({
    ...{ ELEVENLABS_API_KEY: apiKey, ELEVENLABS_AGENT_ID: agentId, ELEVENLABS_WEBHOOK_SECRET: webhookSecret },
    ...{ ELEVENLABS_API_URL: service.url, VOICE_PUBLIC_URL: 'https://voice.example.org', ...changes },
  })
  if (!voice) throw new Error('Voice is not configured.')
  return voice
}

const byPhone = { VOICE_PHONE_NUMBER: '+4930123456', ELEVENLABS_START_SECRET: startSecret }

test('a key that reads the calls of the agent is well, and the ways to call are named', async () => {
  const findings = await checkVoice(await voiceConfig(byPhone))
  expect(findings.map(({ state }) => state)).toEqual(['good', 'note'])
  expect(findings[0]?.text).toContain(agentId)
  expect(findings[1]?.text).toContain('https://voice.example.org')
  expect(findings[1]?.text).toContain('+4930123456')
})

test('a wrong key is a problem that names its variable, and not its value', async () => {
  const [finding] = await checkVoice(await voiceConfig({ ELEVENLABS_API_KEY: 'sk_wrong0123456789' }))
  expect(finding).toMatchObject({ state: 'problem', text: expect.stringContaining('ELEVENLABS_API_KEY') })
  expect(finding?.text).not.toContain('sk_wrong')
})

test('a service that cannot be reached is a problem that says where it was looked for', async () => {
  const config = { ...(await voiceConfig()), apiUrl: 'http://127.0.0.1:1' }
  expect((await checkVoice(config))[0]).toMatchObject({ state: 'problem', text: expect.stringContaining('http://127.0.0.1:1') })
})

test('callers on the phone who are greeted as strangers are mentioned', async () => {
  const findings = await checkVoice(await voiceConfig({ VOICE_PHONE_NUMBER: '+4930123456' }))
  expect(findings.map(({ text }) => text).join('\n')).toContain('ELEVENLABS_START_SECRET')
})
