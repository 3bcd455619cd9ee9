import type { types } from '@slack/bolt'
import type { CommandDeclaration, Suggest, Suggestion } from '../../src/core/commands.ts'
import { clip } from '../../src/core/text.ts'

/** The name under which manifest.yaml offers it in the menu of shortcuts. */
export const dayPickerId = 'choose-day'

const commandBlock = 'command'
const dayBlock = 'day'

/** Slack has no completion for slash commands; a menu that asks as one types is how it offers choices. */
const suggestionsId = (command: string, argument: string): string => `suggest.${command}.${argument}`

/** Commands that take a day, in the order of the help. */
const ofDays = (commands: readonly CommandDeclaration[]) =>
  commands.filter(({ hidden, arguments: [first] }) => !hidden && first?.kind === 'day')

/** The window in which a day and what to do with it are chosen; undefined when no command takes a day. */
export function dayPicker(commands: readonly CommandDeclaration[]): types.ModalView | undefined {
  const offered = ofDays(commands).map((command): types.PlainTextOption => ({ text: plainText(command.help), value: command.name }))
  const [first] = ofDays(commands)
  const [initial] = offered
  const argument = first?.arguments[0]
  if (!first || !initial || !argument) return undefined
  return {
    type: 'modal',
    callback_id: dayPickerId,
    title: plainText('Choose a day'),
    submit: plainText('Go'),
    close: plainText('Cancel'),
    blocks: [
      {
        type: 'input',
        block_id: dayBlock,
        label: plainText('Day'),
        element: {
          type: 'external_select',
          action_id: suggestionsId(first.name, argument.name),
          min_query_length: 0,
          placeholder: plainText('Type a date, or choose'),
        },
      },
      {
        type: 'input',
        block_id: commandBlock,
        label: plainText('What to do'),
        element: { type: 'static_select', action_id: commandBlock, options: offered, initial_option: initial },
      },
    ],
  }
}

type Values = Readonly<
  Record<string, Readonly<Record<string, { readonly selected_option?: { readonly value: string } | null | undefined }>>>
>

/** The command line that was chosen in it. */
export function chosenLine(
  commands: readonly CommandDeclaration[],
  view: { readonly callback_id: string; readonly state: { readonly values: Values } },
): string | undefined {
  if (view.callback_id !== dayPickerId) return undefined
  const chosenIn = (block: string) => Object.values(view.state.values[block] ?? {})[0]?.selected_option?.value
  const name = chosenIn(commandBlock)
  const day = chosenIn(dayBlock)
  const command = ofDays(commands).find((known) => known.name === name)
  return command && day ? `/${command.name} ${day}` : undefined
}

export interface Asked {
  readonly actionId: string
  readonly text: string
  readonly userId: string
  readonly teamId: string
}

/** What a menu shows for what was typed into it, as Slack wants it. */
export async function optionsFor(
  suggest: Suggest,
  platform: string,
  { actionId, text, userId, teamId }: Asked,
): Promise<{ options: types.PlainTextOption[] }> {
  const [, command, argument] = /^suggest\.(\w+)\.(\w+)$/.exec(actionId) ?? []
  if (command === undefined || argument === undefined) return { options: [] }
  const found = await suggest({ platform, tenant: teamId, platformUserId: userId, command, argument, text })
  return { options: found.slice(0, 25).map(optionOf) }
}

const optionOf = ({ label, value }: Suggestion): types.PlainTextOption => ({ text: plainText(label), value })

const plainText = (text: string): types.PlainTextElement => ({ type: 'plain_text', text: clip(text, 75), emoji: true })
