import type { pageComposer as english } from '../en/page-composer.ts'

export const pageComposer: Readonly<Record<keyof typeof english, string>> = {
  'page.script.waiting': 'Aguardando envio',
  'page.script.discard': 'Descartar',
  'page.error.other-account': 'Outra pessoa está conectada neste navegador agora. Recarregue a página.',
  'page.box.attach': 'Anexar arquivos',
  'page.box.files': 'Arquivos anexados',
  'page.box.drop': 'Solte os arquivos aqui',
  'page.box.files-limit': 'Uma mensagem pode ter {count} arquivos, {size} no total.',
  'page.script.remove-file': 'Remover {name}',
  'page.script.files-gone': 'O navegador não tem mais os arquivos. Anexe-os de novo.',
  'page.offline.title': 'Sem conexão',
  'page.offline.text': 'Não há conexão no momento. O que você escrever espera aqui e é enviado quando a conexão voltar.',
  'page.keys': 'Atalhos de teclado',
  'page.keys.send': 'Enviar a mensagem',
  'page.keys.new-line': 'Começar uma nova linha',
  'page.keys.commands': 'Escolher um comando, com o campo vazio',
  'page.keys.edit-last': 'Editar a última mensagem, com o campo vazio',
  'page.keys.cancel': 'Cancelar ou fechar',
  'page.keys.control': 'Ctrl',
  'page.keys.shift': 'Shift',
  'page.keys.escape': 'Esc',
  'page.box.record': 'Gravar uma nota de voz',
  'page.script.voice-note': 'Nota de voz',
  'page.script.no-microphone':
    'O navegador não deixa esta página usar um microfone. Permita-o nas configurações do navegador para este site e verifique se há um conectado.',
}
