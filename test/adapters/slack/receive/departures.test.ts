import { expect, it, vi } from 'vitest'
import { toDepartureEvent } from '../../../../adapters/slack/receive/departures.ts'
import type { InboundEvent } from '../../../../src/core/ports/platform.ts'
import { type FakePerson, startFakeSlack } from '../../../fakes/slack/index.ts'
import { adapterOn } from '../harness.ts'

const me = { userId: 'U0BOT', teamId: 'T0ACME', url: 'https://acme.slack.com/', scopes: [] }

it.each([
  ['channel_archive', false],
  ['channel_deleted', true],
  ['channel_left', false],
  ['group_archive', false],
  ['group_deleted', true],
  ['group_left', false],
] as const)('%s is a departure', (type, isDeleted) => {
  expect(toDepartureEvent({ me }, { type, channel: 'C0GARDEN' })).toEqual({
    type: 'departure',
    place: { platform: 'slack', tenant: 'T0ACME', address: 'C0GARDEN', kind: 'shared' },
    isDeleted,
  })
})

it('reaches the inbox when the bot leaves or the channel goes, not when somebody else leaves', async () => {
  const slack = await startFakeSlack()
  const { adapter } = adapterOn(slack)
  const events: InboundEvent[] = []
  try {
    const [ada, bob] = [slack.person({ name: 'Ada' }), slack.person({ name: 'Bob' })]
    const garden = slack.channel('garden', { members: [ada, bob] })
    const secret = slack.channel('secret', { isPrivate: true, members: [ada] })
    const kitchen = slack.channel('kitchen', { members: [ada] })
    await adapter.receiver.start(async (event) => void events.push(event))
    const left = slack.leave(bob, garden)
    slack.removeBot(garden, ada)
    slack.deleteChannel(secret, ada)
    // Bolt keeps most of the bot's own events from the listeners, but not this one.
    slack.leave({ id: slack.bot.id } as FakePerson, kitchen)
    await vi.waitFor(() => expect(events).toHaveLength(3), { timeout: 5_000, interval: 10 })
    await slack.waitFor(() => slack.acknowledged(left))
    // Those of different channels can come in any order.
    const departures = events.map((event) => (event.type === 'departure' ? [event.place.address, event.isDeleted] : []))
    expect(new Map(departures as [string, boolean][])).toEqual(
      new Map([
        [garden.id, false],
        [secret.id, true],
        [kitchen.id, false],
      ]),
    )
  } finally {
    await adapter.receiver.stop()
    await slack.close()
  }
})
