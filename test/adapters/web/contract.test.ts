import { platformAdapterContract } from '../../contract/platform-adapter.ts'
import { pageHarness } from './harness.ts'

const alone = 'a page is read by one person alone'
const typed = 'commands are typed on a page, and answered as everything there'
const noFiles = 'a page takes no files'

platformAdapterContract('the web page', {
  start: pageHarness,
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
    'a deletion arrives under the id of what it takes away': 'what was written on the page cannot be taken back there yet',
    'reactions to what the bot said come and go': 'a page has no reactions',
    'a file arrives with its name, type and caption, and can be fetched': noFiles,
    'a file without words says what it is': noFiles,
    'a file that is too long, or was never sent, is refused': noFiles,
    'a file arrives whole, under its name, where it was sent to': 'what is on the page is downloaded there',
    'a file that is not taken says what became of it': 'what is on the page is downloaded there',
    'an answer to a command that nobody gave is refused': typed,
    'an entry in the menu of a message brings its line, and which message it is about': 'messages on a page have no menu',
    'suggestions are shown as given, as many as may be': 'a page has a search box and a calendar in place of suggestions',
    'a part can be shown as a reply': 'a page is one conversation in order, and quotes nothing',
    'a send that fails says what became of it, and is not tried again':
      'a page shows what is stored: a send only announces it, and has nobody to fail at',
    'a send of the same key again adds no second message': 'a page shows what is stored, however often it is announced',
    'a message can be removed, also one that is gone already': 'a page shows what is stored',
    'an edit of a message that is gone is rejected': 'a page shows what is stored: an edit only announces it',
  },
})
