import type {
  BlockAction,
  BlockSuggestion,
  ButtonAction,
  GlobalShortcut,
  MessageShortcut,
  SlashCommand,
  ViewClosedAction,
  ViewSubmitAction,
} from '@slack/bolt'
import { type SampleScene, toOrigin, toResponseUrl, toTs } from './objects.ts'

/** Buttons, menus, shortcuts and windows. https://docs.slack.dev/interactivity/handling-user-interaction#payloads */
export function sampleInteractions(scene: SampleScene) {
  const { person, channel, team, bot, secret } = scene
  const origin = toOrigin(scene)
  const where = { id: channel.id, name: `garden-${secret}` }
  const window: ViewSubmitAction['view'] = {
    id: 'V0123',
    callback_id: 'choose-day',
    team_id: team.id,
    app_installed_team_id: team.id,
    app_id: 'A0APP',
    bot_id: bot.botId,
    title: { type: 'plain_text', text: 'Choose a day', emoji: true },
    type: 'modal',
    blocks: [
      { type: 'input', block_id: 'day', label: { type: 'plain_text', text: 'Day' }, element: { type: 'plain_text_input', action_id: 'a' } },
    ],
    close: { type: 'plain_text', text: 'Cancel' },
    submit: { type: 'plain_text', text: 'Go' },
    state: {
      values: {
        day: {
          'suggest.open.day': {
            type: 'external_select',
            selected_option: { text: { type: 'plain_text', text: secret }, value: '2026-03-02' },
          },
        },
        command: { command: { type: 'static_select', selected_option: { text: { type: 'plain_text', text: 'Open' }, value: 'open' } } },
      },
    },
    hash: '156772938.1827394',
    private_metadata: secret,
    root_view_id: 'V0123',
    previous_view_id: null,
    clear_on_close: false,
    notify_on_close: true,
  }
  return {
    'pressed button': {
      type: 'block_actions',
      ...origin,
      channel: where,
      message: { type: 'message', user: bot.id, ts: toTs(200), text: `Choose ${secret}`, thread_ts: toTs(150), bot_id: bot.botId },
      container: { type: 'message', message_ts: toTs(200), channel_id: channel.id, thread_ts: toTs(150), is_ephemeral: false },
      state: { values: {} },
      response_url: toResponseUrl(secret),
      actions: [
        {
          type: 'button',
          action_id: 'command.0',
          block_id: 'b',
          value: '/digest on',
          text: { type: 'plain_text', text: `On ${secret}`, emoji: true },
          action_ts: toTs(210),
        },
      ],
    } satisfies BlockAction<ButtonAction>,
    'menu of a message': {
      type: 'message_action',
      ...origin,
      callback_id: 'open',
      channel: where,
      message_ts: toTs(200),
      message: {
        type: 'message',
        user: person.id,
        ts: toTs(200),
        text: `What was said ${secret}`,
        thread_ts: toTs(150),
        files: [{ id: 'F0123', name: `${secret}.png`, mimetype: 'image/png', url_private: `https://files.slack.com/${secret}` }],
      },
      response_url: toResponseUrl(secret),
      action_ts: toTs(220),
    } satisfies MessageShortcut,
    shortcut: { type: 'shortcut', ...origin, callback_id: 'choose-day', action_ts: toTs(230) } satisfies GlobalShortcut,
    'typing in a menu': {
      type: 'block_suggestion',
      ...origin,
      block_id: 'day',
      action_id: 'suggest.open.day',
      value: secret,
      container: { type: 'view', view_id: 'V0123' },
      view: window,
    } satisfies BlockSuggestion,
    'submitted window': { type: 'view_submission', ...origin, view: window, response_urls: [] } satisfies ViewSubmitAction,
    'closed window': { type: 'view_closed', ...origin, view: window, is_cleared: false } satisfies ViewClosedAction,
  }
}

/** A form. https://docs.slack.dev/interactivity/implementing-slash-commands#app_command_handling */
export function sampleCommand(scene: SampleScene): SlashCommand {
  const { person, channel, team, secret } = scene
  return {
    token: `token-${secret}`,
    command: '/find',
    text: `lunch ${secret}`,
    response_url: toResponseUrl(secret),
    trigger_id: `12345.98765.${secret}`,
    user_id: person.id,
    user_name: `ada_${secret}`,
    team_id: team.id,
    team_domain: `acme-${secret}`,
    channel_id: channel.id,
    channel_name: `garden-${secret}`,
    api_app_id: 'A0APP',
    is_enterprise_install: 'false',
  }
}
