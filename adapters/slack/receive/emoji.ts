/** Common emoji by Slack's names. */
const emojiByName: Readonly<Record<string, string>> = {
  '+1': '👍',
  thumbsup: '👍',
  '-1': '👎',
  thumbsdown: '👎',
  heart: '❤️',
  white_check_mark: '✅',
  heavy_check_mark: '✔️',
  x: '❌',
  eyes: '👀',
  tada: '🎉',
  pray: '🙏',
  clap: '👏',
  fire: '🔥',
  joy: '😂',
  smile: '😄',
  thinking_face: '🤔',
  cry: '😢',
  rocket: '🚀',
  ok_hand: '👌',
  raised_hands: '🙌',
  '100': '💯',
  wave: '👋',
}

/** Returns a common emoji as Unicode, and any other as Slack writes it: ":name:". Skin tones are ignored. */
export function toEmoji(name: string): string {
  const [base = name] = name.split('::')
  return Object.hasOwn(emojiByName, base) ? (emojiByName[base] ?? base) : `:${base}:`
}
