import { expect, test } from 'vitest'
import { createNames } from '../../../../adapters/discord/receive/names.ts'

test('names are learned from what Discord reports, and updated', () => {
  const names = createNames()
  names.learn({
    t: 'GUILD_CREATE',
    d: {
      id: '1',
      channels: [{ id: '2', name: 'roses' }],
      threads: [{ id: '3', name: 'Pruning' }],
      roles: [{ id: '4', name: 'Gardeners' }],
    },
  })
  names.learn({
    t: 'MESSAGE_CREATE',
    d: { author: { id: '5', username: 'ada', global_name: 'Ada' }, mentions: [{ id: '6', username: 'bob' }] },
  })
  names.learn({ t: 'MESSAGE_REACTION_ADD', d: { member: { user: { id: '7', username: 'eve' } } } })
  expect([names.channel('2'), names.channel('3'), names.role('4')]).toEqual(['roses', 'Pruning', 'Gardeners'])
  expect([names.user('5'), names.user('6'), names.user('7')]).toEqual(['Ada', 'bob', 'eve'])
  names.learn({ t: 'CHANNEL_UPDATE', d: { id: '2', name: 'tulips' } })
  names.learn({ t: 'GUILD_ROLE_UPDATE', d: { guild_id: '1', role: { id: '4', name: 'Planters' } } })
  expect([names.channel('2'), names.role('4'), names.channel('9')]).toEqual(['tulips', 'Planters', undefined])
})

test('the placeholder for the name of a channel that the bot cannot see is not learned', () => {
  const names = createNames()
  names.learn({ t: 'GUILD_CREATE', d: { channels: [{ id: '2', name: '___hidden___', flags: 1 << 17 }] } })
  names.learn({ t: 'CHANNEL_UPDATE', d: { id: '3', name: '___hidden___', flags: 1 << 17 } })
  names.learn({ t: 'CHANNEL_UPDATE', d: { id: '4', name: 'roses', flags: 1 << 4 } })
  expect([names.channel('2'), names.channel('3'), names.channel('4')]).toEqual([undefined, undefined, 'roses'])
})

test('an entry that cannot be read does not hide the others', () => {
  const names = createNames()
  names.learn({ t: 'GUILD_CREATE', d: { channels: [{ id: 2 }, null, { id: '3', name: 'roses' }], threads: 'none', roles: null } })
  names.learn({ t: 'MESSAGE_CREATE', d: { author: null, mentions: [{ username: 'bob' }, { id: '6', username: 'bob', global_name: 7 }] } })
  for (const packet of [null, 'text', {}, { t: 7 }, { t: 'READY' }, { t: 'GUILD_CREATE', d: null }]) names.learn(packet)
  expect([names.channel('3'), names.user('6')]).toEqual(['roses', 'bob'])
})
