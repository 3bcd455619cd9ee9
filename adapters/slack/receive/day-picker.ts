import type { types } from '@slack/bolt'
import { clip } from '../../../src/core/domain/text.ts'
import type { Translate } from '../../../src/core/messages/messages.ts'
import type { CommandDeclaration, Suggest, Suggestion } from '../../../src/core/ports/commands.ts'

/** The id of the shortcut that opens the day picker, as in manifest.yaml. */
export const dayPickerId = 'choose-day'

const commandBlock = 'command'
const dayBlock = 'day'

/**
 * Returns the id of a menu with dynamic options. Such a menu stands in for completion, which Slack lacks for arguments of slash commands.
 */
const toSuggestionsId = (command: string, argument: string): string => `suggest.${command}.${argument}`

/** Returns the commands that take a day, in the order of /help. */
const filterDayCommands = (commands: readonly CommandDeclaration[]) =>
  commands.filter(({ hidden, arguments: [first] }) => !hidden && first?.kind === 'day')

/** Builds the dialog for choosing a day and a command, in the language of the user's app. Undefined if no command takes a day. */
export function buildDayPicker(commands: readonly CommandDeclaration[], translate: Translate): types.ModalView | undefined {
  const options = filterDayCommands(commands).map(
    (command): types.PlainTextOption => ({ text: toPlainTextElement(translate(command.help)), value: command.name }),
  )
  const [first] = filterDayCommands(commands)
  const [initial] = options
  const argument = first?.arguments[0]
  if (!first || !initial || !argument) return undefined
  return {
    type: 'modal',
    callback_id: dayPickerId,
    title: toPlainTextElement(translate('slack.picker.title')),
    submit: toPlainTextElement(translate('slack.picker.submit')),
    close: toPlainTextElement(translate('slack.picker.cancel')),
    blocks: [
      {
        type: 'input',
        block_id: dayBlock,
        label: toPlainTextElement(translate('slack.picker.day')),
        element: {
          type: 'external_select',
          action_id: toSuggestionsId(first.name, argument.name),
          min_query_length: 0,
          placeholder: toPlainTextElement(translate('slack.picker.placeholder')),
        },
      },
      {
        type: 'input',
        block_id: commandBlock,
        label: toPlainTextElement(translate('slack.picker.action')),
        element: { type: 'static_select', action_id: commandBlock, options: options, initial_option: initial },
      },
    ],
  }
}

type SlackViewValues = Readonly<
  Record<string, Readonly<Record<string, { readonly selected_option?: { readonly value: string } | null | undefined }>>>
>

/** Returns the chosen command line. */
export function toCommandLine(
  commands: readonly CommandDeclaration[],
  view: { readonly callback_id: string; readonly state: { readonly values: SlackViewValues } },
): string | undefined {
  if (view.callback_id !== dayPickerId) return undefined
  const getSelectedValue = (block: string) => Object.values(view.state.values[block] ?? {})[0]?.selected_option?.value
  const name = getSelectedValue(commandBlock)
  const day = getSelectedValue(dayBlock)
  const command = filterDayCommands(commands).find((known) => known.name === name)
  return command && day ? `/${command.name} ${day}` : undefined
}

export interface SlackSuggestionRequest {
  readonly actionId: string
  readonly text: string
  readonly userId: string
  readonly teamId: string
}

/** Returns the menu options for the typed text, in Slack's format. */
export async function loadOptions(
  suggest: Suggest,
  platform: string,
  { actionId, text, userId, teamId }: SlackSuggestionRequest,
): Promise<{ options: types.PlainTextOption[] }> {
  const [, command, argument] = /^suggest\.(\w+)\.(\w+)$/.exec(actionId) ?? []
  if (command === undefined || argument === undefined) return { options: [] }
  const suggestions = await suggest({ platform, tenant: teamId, platformUserId: userId, command, argument, text })
  return { options: suggestions.slice(0, 25).map(toOption) }
}

const toOption = ({ label, value }: Suggestion): types.PlainTextOption => ({ text: toPlainTextElement(label), value })

const toPlainTextElement = (text: string): types.PlainTextElement => ({ type: 'plain_text', text: clip(text, 75), emoji: true })
