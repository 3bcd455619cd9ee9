import { find, need } from '../lib/dom.ts'
import { text } from '../lib/texts.ts'

/** What browsers record; the first that this browser can is taken. Servers that transcribe accept all of them. */
const formats = [
  { type: 'audio/webm', extension: 'webm' },
  { type: 'audio/ogg', extension: 'ogg' },
  { type: 'audio/mp4', extension: 'm4a' },
]

/** In bits a second. Speech needs no more. */
const bitRate = 32_000

/** In ms. How often the recording so far is handed over, and its length shown. */
const pieceMs = 1_000

interface VoiceNoteDeps {
  readonly maxBytes: number
  readonly add: (file: File) => void
  /** Says what is wrong. */
  readonly say: (sentence: string) => void
}

export interface VoiceNote {
  readonly isRecording: () => boolean
  /** Ends the recording, and resolves when it is attached, or gone if it is not kept. */
  readonly end: (options: { readonly isKept: boolean }) => Promise<void>
}

/** Records a voice note, which is attached to the next message. The button is there only if voice notes are transcribed. */
export function createVoiceNote(deps: VoiceNoteDeps): VoiceNote {
  const button = find('#record', HTMLButtonElement)
  const format = formats.find(({ type }) => 'MediaRecorder' in window && MediaRecorder.isTypeSupported(type))
  // Only secure pages have it.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (button && format && devices) return enableButton(button, { ...deps, ...format, devices })
  button?.remove()
  return { isRecording: () => false, end: async () => {} }
}

interface RecordingDeps extends VoiceNoteDeps {
  readonly type: string
  readonly extension: string
  readonly devices: MediaDevices
}

function enableButton(button: HTMLButtonElement, { type, extension, devices, maxBytes, add, say }: RecordingDeps): VoiceNote {
  const length = need('#recorded', HTMLElement)
  let recorder: MediaRecorder | undefined
  let isKept = true
  let done: Promise<void> | undefined

  /** Resolves when the recording is over: by the button, at the maximum size, or when the microphone is gone. */
  async function record(stream: MediaStream): Promise<void> {
    const startedAt = new Date()
    const pieces: Blob[] = []
    recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: bitRate })
    isKept = true
    const stopped = new Promise((resolve) => recorder?.addEventListener('stop', resolve))
    recorder.addEventListener('dataavailable', ({ data }) => {
      pieces.push(data)
      length.textContent = formatLength(Date.now() - startedAt.getTime())
      const bytes = pieces.reduce((sum, { size }) => sum + size, 0)
      if (bytes > maxBytes - bitRate && recorder?.state === 'recording') recorder.stop()
    })
    try {
      recorder.start(pieceMs)
      await stopped
    } finally {
      recorder = undefined
      for (const track of stream.getTracks()) track.stop()
    }
    const time = startedAt.toTimeString().slice(0, 5).replace(':', '.')
    if (isKept) add(new File(pieces, `${text('page.script.voice-note')} ${time}.${extension}`, { type }))
  }

  const show = (isRecording: boolean) => {
    button.ariaPressed = String(isRecording)
    button.disabled = false
    length.textContent = isRecording ? formatLength(0) : ''
  }
  const end: VoiceNote['end'] = async (options) => {
    if (!recorder) return
    isKept = options.isKept
    recorder.stop()
    await done
  }
  button.addEventListener('click', async () => {
    if (recorder) return void end({ isKept: true })
    // The browser may ask whether the page may use the microphone.
    button.disabled = true
    const stream = await devices.getUserMedia({ audio: true }).catch(() => undefined)
    const fail = () => say(text('page.script.no-microphone'))
    if (stream)
      done = record(stream)
        .catch(fail)
        .finally(() => show(false))
    else fail()
    show(recorder !== undefined)
    button.focus()
  })
  button.disabled = false
  return { isRecording: () => recorder !== undefined, end }
}

function formatLength(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
