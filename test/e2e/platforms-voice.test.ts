import { describe, expect } from 'vitest'
import { agentId, apiKey, webhookSecret } from '../fakes/elevenlabs/index.ts'
import { onEveryPlatform } from '../support/stages/scene.ts'

const env = {
  ELEVENLABS_API_KEY: apiKey,
  ELEVENLABS_AGENT_ID: agentId,
  ELEVENLABS_WEBHOOK_SECRET: webhookSecret,
  // Nobody listens there.
  ELEVENLABS_API_URL: 'http://127.0.0.1:1',
  VOICE_PHONE_NUMBER: '+4930123456',
  VOICE_PUBLIC_URL: 'https://voice.example.org',
  VOICE_PORT: '0',
}

const link = /https:\/\/voice\.example\.org\/voice\/call\/[\w-]+/

describe('with a service of calls', () => {
  onEveryPlatform(
    {
      '/voice offers a link of one’s own and the number to call, and links the number with a code': async ({ stage, repliesTo }) => {
        const [ada, ben] = [stage.person('Ada Lovelace'), stage.person('Ben')]
        const offers: string[] = []
        for (const person of [ada, ben]) {
          const [offer] = await repliesTo(person, () => stage.command({ by: person, name: 'voice' }))
          expect(offer?.text).toContain('+4930123456')
          offers.push(link.exec(offer?.markup ?? '')?.[0] ?? '')
        }
        expect(new Set(offers).size).toBe(2)
        expect(offers).not.toContain('')
        const [code] = await repliesTo(ada, () => stage.command({ by: ada, name: 'voice', args: { setting: 'link' } }))
        expect(code?.text).toMatch(/\d{3}.?\d{3}/)
      },

      '/voice in a room says that calls are arranged in private, and shows no link': async ({ stage }) => {
        const ada = stage.person('Ada Lovelace')
        const room = stage.room('engines')
        const seen = () => [...stage.shown(room), ...stage.shownPrivately(ada, room)].map(({ text }) => text).join('\n')
        stage.command({ by: ada, room, name: 'voice' })
        await stage.waitFor(() => seen().includes('Calls are arranged in private only.'), 'the word that it is not for rooms')
        expect(seen()).not.toMatch(link)
      },
    },
    { env },
  )
})

describe('without a service of calls', () => {
  onEveryPlatform({
    '/voice says that calls are not set up': async ({ stage, repliesTo }) => {
      const ada = stage.person('Ada Lovelace')
      const [answer] = await repliesTo(ada, () => stage.command({ by: ada, name: 'voice' }))
      expect(answer?.text).toContain('Calls are not set up here.')
    },
  })
})
