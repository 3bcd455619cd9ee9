import { expect, it } from 'vitest'
import { parsePayload } from '../../../adapters/slack/payloads.ts'
import { samplePayloads } from '../../fakes/slack/sample-payloads.ts'
import { findNeededFields } from '../../faults/mutations/mutate.ts'

const samples = samplePayloads({
  person: { id: 'U0ADA', name: 'Ada', isBot: false, directChannel: 'D0ADA' },
  channel: { id: 'C0GARDEN', name: 'garden', joined: true },
  team: { id: 'T0ACME' },
  bot: { id: 'U0BOT', botId: 'B0BOT' },
  secret: 'x',
})

const isReadable = (payload: unknown): boolean => parsePayload(payload) !== undefined

it.each([
  ['message in a thread', ['type', 'event', 'event.type', 'event.channel', 'event.user', 'event.text', 'event.ts']],
  ['file', ['type', 'event', 'event.type', 'event.subtype', 'event.channel', 'event.user', 'event.text', 'event.ts']],
  [
    'reaction added',
    [
      'type',
      'event',
      ...['type', 'user', 'reaction', 'item', 'item.type', 'item.channel', 'item.ts', 'event_ts'].map((field) => `event.${field}`),
    ],
  ],
  [
    'pressed button',
    [
      'type',
      'user',
      'user.id',
      'channel',
      'channel.id',
      'actions',
      ...['', '.action_id', '.value', '.action_ts'].map((field) => `actions.0${field}`),
    ],
  ],
  ['slash command', ['command', 'text', 'trigger_id', 'user_id', 'channel_id']],
])('a %s is readable without the fields that are not needed to understand it', (name, needed) => {
  const sample = samples.find((each) => each.name === name)
  expect(isReadable(sample?.payload)).toBe(true)
  expect(findNeededFields(sample!, isReadable).sort()).toEqual([...needed].sort())
})

it('leaves out the user of a message if it is null, which Bolt cannot read', () => {
  const sample = samples.find(({ name }) => name === 'message in a thread')
  const { event, ...envelope } = Object(sample?.payload)
  const parsed = parsePayload({ ...envelope, event: { ...event, user: null } })
  expect(parsed && 'event' in parsed && parsed.event).toMatchObject({ type: 'message', ts: event.ts })
  expect(parsed && 'event' in parsed && 'user' in parsed.event && parsed.event.user).toBeUndefined()
})
