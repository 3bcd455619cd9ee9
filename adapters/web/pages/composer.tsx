import type { Message } from '../../../src/core/domain/messages.ts'
import { excerptOf } from '../../../src/core/lib/excerpt.ts'
import type { CommandDeclaration } from '../../../src/core/ports/commands.ts'
import { AttachIcon, DownIcon, MicrophoneIcon, SendIcon, StopIcon } from './icons.tsx'
import { Text, useLanguage } from './language.tsx'

/** How many files a message can have, and their size together, in bytes. */
export interface FilesLimit {
  readonly count: number
  readonly bytes: number
}

interface MessageBoxProps {
  readonly limit: FilesLimit
  /** Whether voice notes are transcribed. */
  readonly takesVoiceNotes: boolean
  readonly commands: readonly CommandDeclaration[]
  readonly draft: string
  readonly replyingTo: Message | undefined
  readonly editing: Message | undefined
}

/** What the box is about: the message that the next one replies to, or the message whose text is being changed. */
export type SubjectKind = 'replying' | 'editing'

interface BoxSubjectProps {
  readonly message: Message
  readonly what: SubjectKind
}

/** Names the message replied to or changed, above the box. */
export function BoxSubject({ message, what }: BoxSubjectProps) {
  const { translate } = useLanguage()
  return (
    <p class="replying" id="subject">
      <span>
        <Text of={`page.box.${what}`} values={{ text: <bdi data-quotes={message.id}>{excerptOf(message.text)}</bdi> }} />
      </span>
      <a href="/continuous/">{translate(`page.box.${what}-cancel`)}</a>
      <input type="hidden" form="box" name={what === 'replying' ? 'reply_to' : 'edits'} value={message.id} />
    </p>
  )
}

export function MessageBox({ limit, takesVoiceNotes, commands, draft, replyingTo, editing }: MessageBoxProps) {
  const { translate, formatSize } = useLanguage()
  const limitText = translate('page.box.files-limit', { count: limit.count, size: formatSize(limit.bytes) })
  return (
    <div class="foot" data-drop={translate('page.box.drop')}>
      <button type="button" id="to-end" class="to-end" title={translate('page.box.to-end')} hidden>
        <DownIcon /> {translate('page.today')}
      </button>
      {replyingTo && <BoxSubject message={replyingTo} what="replying" />}
      {editing && <BoxSubject message={editing} what="editing" />}
      <ul id="files" class="attached" aria-label={translate('page.box.files')} hidden />
      <form id="box" class="box" autocomplete="off" data-files={limit.count} data-bytes={limit.bytes} data-limit={limitText}>
        <input id="file-input" type="file" multiple hidden tabIndex={-1} />
        <button
          type="button"
          id="attach"
          class="round quiet"
          aria-label={translate('page.box.attach')}
          title={`${translate('page.box.attach')}. ${limitText}`}
          disabled
        >
          <AttachIcon />
        </button>
        <div id="commands" class="commands" role="listbox" aria-label={translate('page.box.commands')} hidden>
          {commands
            .filter(({ hidden }) => !hidden)
            .map(({ name, help }) => (
              <div key={name} id={`command-${name}`} role="option" tabIndex={-1} aria-selected={false} data-command={`/${name}`}>
                <b>/{name}</b> <span>{help}</span>
              </div>
            ))}
        </div>
        <textarea
          id="text"
          name="text"
          rows={1}
          dir="auto"
          placeholder={translate('page.box.placeholder')}
          aria-label={translate('page.box.label')}
          data-draft={draft}
          disabled
        >
          {editing?.text}
        </textarea>
        {takesVoiceNotes && <VoiceNoteButton />}
        <button type="button" id="stop" class="round" aria-label={translate('page.box.stop')} title={translate('page.box.stop')} hidden>
          <StopIcon />
        </button>
        <button
          type="submit"
          id="send"
          class="round primary"
          aria-label={translate('page.box.send')}
          title={translate('page.box.send-enter')}
          disabled
        >
          <SendIcon />
        </button>
      </form>
      <p class="problem" id="box-state" role="alert" />
      <p class="hint" id="connection" role="status" />
    </div>
  )
}

/** Starts a recording, and ends it. The length of what is being recorded, if anything is, stands beside it. */
export function VoiceNoteButton({ recorded }: { readonly recorded?: string }) {
  const { translate } = useLanguage()
  const label = translate('page.box.record')
  return (
    <>
      <span id="recorded" class="recorded" role="timer" aria-live="off">
        {recorded}
      </span>
      <button
        type="button"
        id="record"
        class="round quiet"
        aria-pressed={recorded !== undefined}
        aria-label={label}
        title={label}
        disabled={recorded === undefined}
      >
        <MicrophoneIcon />
      </button>
    </>
  )
}
