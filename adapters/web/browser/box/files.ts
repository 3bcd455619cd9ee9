import { need } from '../lib/dom.ts'
import { text } from '../lib/texts.ts'

/** In pixels. The height of a preview, for screens of twice the density. */
const previewHeight = 128

interface FilesDeps {
  /** Says what is wrong. */
  readonly say: (sentence: string) => void
  readonly onChange: () => void
}

/** The files that are attached to the next message: by button, paste or drop. */
export function createFiles({ say, onChange }: FilesDeps) {
  const form = need('#box', HTMLFormElement)
  const foot = need('.foot', HTMLElement)
  const list = need('#files', HTMLElement)
  const input = need('#file-input', HTMLInputElement)
  const button = need('#attach', HTMLButtonElement)
  const [mostFiles, mostBytes] = [Number(form.dataset['files']), Number(form.dataset['bytes'])]
  let files: readonly File[] = []

  const change = (next: readonly File[]) => {
    files = next
    list.hidden = next.length === 0
    onChange()
  }
  const add = (added: Iterable<File>) => {
    for (const file of added) {
      const bytes = files.reduce((sum, { size }) => sum + size, file.size)
      if (files.length >= mostFiles || bytes > mostBytes) return say(`${file.name}: ${form.dataset['limit']}`)
      list.append(previewOf(file, () => change(files.filter((one) => one !== file))))
      change([...files, file])
    }
  }

  button.addEventListener('click', () => input.click())
  input.addEventListener('change', () => {
    add(Array.from(input.files ?? []))
    input.value = ''
  })
  document.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.files
    if (!pasted?.length) return
    event.preventDefault()
    add(pasted)
  })
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
  document.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    foot.classList.add('dropping')
  })
  document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget ?? foot.classList.remove('dropping'))
  document.addEventListener('drop', (event) => {
    foot.classList.remove('dropping')
    if (!hasFiles(event)) return
    event.preventDefault()
    add(event.dataTransfer?.files ?? [])
  })
  button.disabled = false

  return {
    add,
    maxBytes: mostBytes,
    count: () => files.length,
    /** Returns the files and empties the list. */
    take(): readonly File[] {
      const taken = files
      list.replaceChildren()
      change([])
      return taken
    },
  }
}

function previewOf(file: File, onRemove: () => void): HTMLElement {
  const item = document.createElement('li')
  const name = document.createElement('bdi')
  name.textContent = file.name
  const remove = document.createElement('button')
  remove.type = 'button'
  remove.className = 'quiet'
  remove.textContent = '×'
  remove.ariaLabel = text('page.script.remove-file', { name: file.name })
  remove.addEventListener('click', () => {
    item.remove()
    onRemove()
    document.querySelector<HTMLElement>('#text')?.focus()
  })
  item.append(name, remove)
  if (file.type.startsWith('image/')) void drawImage(file).then((image) => image && item.prepend(image))
  return item
}

/** Draws a small picture. A canvas needs no address, so the policy of the page stays as it is. Undefined if it is no picture. */
async function drawImage(file: File): Promise<HTMLCanvasElement | undefined> {
  const image = await createImageBitmap(file).catch(() => undefined)
  if (!image) return undefined
  const canvas = document.createElement('canvas')
  const scale = Math.min(1, previewHeight / image.height)
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  canvas.role = 'img'
  canvas.ariaLabel = file.name
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  return canvas
}
