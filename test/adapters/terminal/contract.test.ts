import { platformAdapterContract } from '../../contract/platform-adapter.ts'
import { terminalHarness } from './harness.ts'

const alone = 'a terminal is read by one person alone'
const final = 'what was typed or printed on a terminal stays as it is'
const noFiles = 'a terminal takes no files'
const once = 'a line is typed once'
const typed = 'commands are typed on a terminal, and answered as everything there'

platformAdapterContract('the terminal', {
  start: terminalHarness,
  exceptions: {
    'a reply sent to the address of a shared message arrives there and nowhere else': alone,
    'in a shared place only what is said to the bot is addressed': alone,
    'a reply to the bot is addressed and names what it answers': alone,
    'a reply to somebody else is not addressed': alone,
    'a reply carries what it answers: in its event, or as the earlier messages of its thread': alone,
    "the bot's own messages are ignored, and those of other bots say what they are": alone,
    'a command in a shared place arrives from there': alone,
    'the answer to a command in a shared place is seen by its author alone': alone,
    'the parts of such an answer are seen in their order': alone,
    'a command that has no answer leaves nothing behind': alone,
    'so does one in a shared place': alone,
    'nor do those in a shared place': alone,
    'an edit arrives whole, under the id of what it edits': final,
    'a deletion arrives under the id of what it takes away': final,
    'a message can be edited, and an edit that changes nothing succeeds': final,
    'a reply can be followed while it is written': final,
    'a reply streamed by edits ends as one whole message with its buttons': final,
    "the bot's own messages and edits never come back": final,
    'an edit of a message that is gone is rejected': final,
    'a message can be removed, also one that is gone already': final,
    'typing is shown': final,
    'reactions to what the bot said come and go': 'a terminal has no reactions',
    'a part can be shown as a reply': 'a terminal quotes nothing',
    'what is delivered twice passes twice under the same place and id': once,
    'each of many messages delivered ten times in any order is known by its id': once,
    'a file arrives with its name, type and caption, and can be fetched': noFiles,
    'a file without words says what it is': noFiles,
    'a file that is too long, or was never sent, is refused': noFiles,
    'a file arrives whole, under its name, where it was sent to': noFiles,
    'a file that is not taken says what became of it': noFiles,
    'a button brings its action back, from the place it was shown in':
      'a terminal prints the command that a button stands for, to be typed',
    'commands are offered, but not those for buttons alone': '/help lists them, and nothing else does',
    'suggestions are shown as given, as many as may be': typed,
    'an answer to a command that nobody gave is refused': typed,
    'an entry in the menu of a message brings its line, and which message it is about': 'lines on a terminal have no menu',
    'a send that fails says what became of it, and is not tried again': 'a terminal prints or is gone; see screen.test.ts',
    'a send of the same key again adds no second message': 'a terminal does not know what it has printed',
  },
})
