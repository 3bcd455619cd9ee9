import { readFile } from 'node:fs/promises'
import { App } from '@slack/bolt'
import { expect, test, vi } from 'vitest'
import type { SlackDeps } from '../../../adapters/slack/deps.ts'
import { createApp } from '../../../adapters/slack/receive/app.ts'
import { dayPickerId } from '../../../adapters/slack/receive/day-picker.ts'
import { manifestScopes } from '../../../adapters/slack/receive/receiver.ts'
import { commandDeclarations } from '../../../src/commands/index.ts'
import { defaultTranslator } from '../../../src/core/messages/messages.ts'
import type { CommandDeclaration } from '../../../src/core/ports/commands.ts'

const manifest = await readFile(new URL('../../../adapters/slack/manifest.yaml', import.meta.url), 'utf8')

/** The entries of a list, each with its fields: what lies under a line that is `name:` alone, as deep as its dashes. */
function entriesOf(name: string): Record<string, string>[] {
  const lines = manifest.split('\n')
  const start = lines.findIndex((line) => line.trim() === `${name}:`)
  expect(start, `${name} is in the manifest`).toBeGreaterThan(-1)
  const indent = /^ */.exec(lines[start]!)![0].length
  const end = lines.findIndex((line, index) => index > start && line.trim() !== '' && /^ */.exec(line)![0].length <= indent)
  const entries: Record<string, string>[] = []
  for (const line of lines.slice(start + 1, end)) {
    const [, dash, field, value = ''] = /^\s*(- )?(?:(\w+): )?(.*)$/.exec(line)!
    if (dash) entries.push({})
    entries.at(-1)![field ?? 'value'] = value.startsWith('"') ? JSON.parse(value) : value
  }
  return entries
}

/** Slack's own, which no app can have: https://slack.com/help/articles/201259356-Slash-commands-in-Slack */
const reservedCommands = ['remind']

const isOffered = ({ name, hidden }: CommandDeclaration) => !hidden && !reservedCommands.includes(name)

test('the manifest has a slash command for each command that is not hidden, with its help', () => {
  const declared = commandDeclarations.filter(isOffered)
  expect(entriesOf('slash_commands').map(({ command, description }) => [command, description])).toEqual(
    declared.map(({ name, help }) => [`/${name}`, defaultTranslator(help)]),
  )
})

test('it hints at the arguments of those that have any', () => {
  const hints = new Map(entriesOf('slash_commands').map(({ command, usage_hint }) => [command, usage_hint]))
  for (const { name, arguments: declared } of commandDeclarations.filter(isOffered)) {
    const names = declared.map((argument) => (argument.required ? argument.name : `[${argument.name}]`)).join(' ')
    expect(hints.get(`/${name}`) ?? '', name).toBe(names)
  }
})

test('no command has a name that Slack keeps for itself', () => {
  const reserved =
    'apps archive away active call collapse dm expand feed invite join kick leave me msg mute open pro prefs remind remove rename search shortcuts shrug star status topic who'
  for (const { command } of entriesOf('slash_commands')) expect(reserved.split(' ')).not.toContain(command!.slice(1))
})

test('it offers the choice of a day, and each entry in the menu of a message', () => {
  const entries = entriesOf('shortcuts').map(({ type, callback_id, name }) => [type, callback_id, name])
  const inMenus = commandDeclarations.filter(({ messageAction }) => messageAction)
  expect(entries).toEqual([
    ['global', dayPickerId, 'Choose a day'],
    ...inMenus.map(({ name, messageAction }) => ['message', name, messageAction && defaultTranslator(messageAction.label)]),
  ])
})

test('it asks for the permissions that the adapter looks for, and no others', () => {
  expect(entriesOf('bot').map(({ value }) => value)).toEqual(manifestScopes)
})

/** What the adapter registers on Bolt's App, by the method that does it. */
function registeredListeners() {
  const methods = ['event', 'command', 'shortcut', 'view'] as const
  const spies = methods.map((method) => vi.spyOn(App.prototype, method))
  const receiver = { init: () => undefined, start: async () => undefined, stop: async () => undefined }
  createApp({ apiUrl: 'http://127.0.0.1/api/', commands: commandDeclarations } as SlackDeps, receiver)
  const [event, command, shortcut, view] = spies.map(({ mock }) => mock.calls.map(([first]) => first as unknown))
  vi.restoreAllMocks()
  return { event, command, shortcut, view }
}

test('the adapter listens to each event that it subscribes to, and to no other', () => {
  // Bolt has one name for the messages of all kinds of channels.
  const requested = new Set(entriesOf('bot_events').map(({ value }) => value!.split('.')[0]!))
  expect(registeredListeners().event).toHaveLength(requested.size)
  expect(new Set(registeredListeners().event)).toEqual(requested)
})

test('the adapter listens to each slash command and shortcut', () => {
  const { command, shortcut, view } = registeredListeners()
  const [pattern] = command as RegExp[]
  for (const { command: name } of entriesOf('slash_commands')) expect(name).toMatch(pattern!)
  const types: Readonly<Record<string, string>> = { global: 'shortcut', message: 'message_action' }
  const requested = entriesOf('shortcuts').map(({ type, callback_id }) => ({ type: types[type!], callback_id }))
  expect(new Set(shortcut)).toEqual(new Set(requested))
  // The global shortcut opens a dialog.
  expect(view).toEqual([dayPickerId])
})

test('it subscribes to every message of a channel, and to what ends the log of one', () => {
  const events = entriesOf('bot_events').map(({ value }) => value!)
  const ends = ['archive', 'deleted', 'left'].flatMap((end) => [`channel_${end}`, `group_${end}`])
  expect(events).toEqual(expect.arrayContaining(['message.channels', 'message.groups', 'message.mpim', ...ends, 'member_left_channel']))
  expect(entriesOf('bot').map(({ value }) => value)).toEqual(expect.arrayContaining(['channels:history', 'groups:history', 'mpim:history']))
})
