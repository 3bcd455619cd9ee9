export const search = {
  'find.nothing': 'Não encontrei nada. Tente menos palavras ou outras, ou escolha um dia com /days.',
  'find.more': 'Os {shown} melhores de {total} resultados. Acrescente palavras ou um dia para refinar.',
  'find.summary': 'resumo do dia',
  'find.who': '{who, select, you {você} member {{name}} other {eu}}',
  'find.link': 'abrir',
  'find.openButton': 'Abrir {number}',
  'message.none': 'Não há nenhuma mensagem #{id}.',
  'message.deleted': 'A mensagem #{id} foi apagada.',
  'message.alreadyDeleted': 'A mensagem #{id} já foi apagada.',
  'message.unfinished': 'Essa mensagem ainda está sendo escrita. Tente de novo quando ela terminar.',
  'open.source': '**{who, select, you {Você} member {{name}} other {Eu}}**, {day}, {time}',
  'open.above': '{source}, mais acima: [#{id}]',
  'search.onlyExcludes': 'A busca só exclui palavras. Acrescente as palavras a procurar, ou um dia.',
  'search.tooManyPhrases':
    'A busca tem {count} expressões entre aspas, mas são possíveis no máximo {max}. Tire algumas, ou as aspas delas.',
  'search.tooManyExclusions': 'A busca tem {count} exclusões, mas são possíveis no máximo {max}. Tire algumas.',
  'search.operatorTooLong':
    'Uma expressão ou exclusão tem {length} caracteres, mas são possíveis no máximo {max}. Encurte-a, ou tire as aspas ou o hífen.',
  'search.lostEmbeddings': 'Esta busca começou por significado, o que agora não está disponível. Comece de novo.',
  'embeddings.changedElsewhere': 'Entretanto, outra pessoa mudou o modelo. Recarregue a página para vê-lo.',
  'embeddings.notInstalled': 'O modelo embutido não está instalado. Instale-o com `npm ci --include=optional` e reinicie.',
  'embeddings.noEncryptionKey':
    'As chaves de API são guardadas cifradas, e não há chave de cifragem. Defina ENCRYPTION_KEY com o resultado de `openssl rand -hex 32` e reinicie, ou defina a chave de API em EMBEDDING_API_KEY.',
}
