import { expect, test } from 'vitest'
import { commandDeclarations } from '../../src/commands/index.ts'
import { testPerson } from '../support/conversation.ts'
import { testStore } from '../support/store.ts'
import { commandBench } from './bench.ts'

test('the commands are those that are promised, each with a help line that fits a menu', () => {
  const shown = commandDeclarations.filter(({ hidden }) => !hidden)
  expect(shown.map(({ name }) => name).sort()).toEqual([
    'accounts',
    'approve',
    'block',
    'channel',
    'context',
    'days',
    'deny',
    'digest',
    'export',
    'find',
    'forget',
    'fresh',
    'help',
    'history',
    'language',
    'link',
    'loops',
    'memories',
    'rebuild',
    'remember',
    'remind',
    'resummarize',
    'retry',
    'start',
    'stop',
    'summarize',
    'summary',
    'timezone',
    'unlink',
    'usage',
    'users',
    'voice',
    'web',
  ])
  expect(commandDeclarations.filter(({ hidden }) => hidden).map(({ name }) => name)).toEqual([
    'open',
    'memory',
    'loop',
    'forgetting',
    'linking',
    'calling',
  ])
  for (const { name, help } of commandDeclarations) {
    expect(name).toMatch(/^[a-z]+$/)
    expect(help.length).toBeLessThanOrEqual(100)
  }
})

test('/help lists every command with its arguments, but not what buttons use, nor what is for owners', async () => {
  const store = await testStore()
  const { text } = await commandBench(store).give(await testPerson(store), '/help')
  for (const { name } of commandDeclarations.filter(({ hidden, forOwners }) => !hidden && !forOwners)) expect(text).toContain(`- /${name}`)
  expect(text).toContain('- /resummarize [day] – ')
  expect(text).toContain('- /find words – ')
  expect(text).not.toContain('/open')
  expect(text).not.toContain('/approve')
  expect(text.split('\n').length).toBeLessThanOrEqual(34)
})

test('a command is found whatever its case, with spaces around it and without its slash', async () => {
  const store = await testStore()
  const { give } = commandBench(store)
  const person = await testPerson(store)
  const { text } = await give(person, '/help')
  for (const line of ['/HELP', '  /Help  ', 'help']) expect((await give(person, line)).text).toBe(text)
})

test('what is typed wrong gets one sentence that says what is accepted', async () => {
  const store = await testStore()
  const { refusal } = commandBench(store)
  const person = await testPerson(store)
  expect(await refusal(person, '/sumary')).toBe('I have no command /sumary. Did you mean /summary? /help lists those I have.')
  expect(await refusal(person, '/re')).toContain('Did you mean /re')
  expect(await refusal(person, '/weather in Paris')).toBe('I have no command /weather. /help lists those I have.')
  expect(await refusal(person, '/')).toBe('I have no command /. /help lists those I have.')
  expect(await refusal(person, '/summary someday')).toBe(
    '"someday" is not a day I understand: write it as YYYY-MM-DD, today, yesterday, or in words such as last Tuesday or 3 March.',
  )
  expect(await refusal(person, '/resummarize 2026-02-30')).toContain('"2026-02-30" is not a day')
  expect(await refusal(person, '/find')).toBe(
    'Write it like this: /find words – What to look for; dates such as "last week" are understood, "a phrase" must occur, -word excludes.',
  )
  expect(await refusal(person, '/days 14')).toBe('/days takes nothing after it: write just /days.')
  expect(await refusal(person, '/digest sometimes')).toContain('on, off, or a time such as 07:30')
  expect(await refusal(person, '/timezone Mars/Olympus')).toContain('Write it as Area/City')
  expect(await refusal(person, '/open sesame')).toBe('Write the number of a message, as in 123 or #123.')
})
