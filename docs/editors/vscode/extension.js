// @ts-check
// Starts `kverify lsp` and hands it the settings; all else is the language server's work.
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

/** @type {LanguageClient | undefined} */
let client;

/** The settings that are set; what is not set is the server's own default. */
function settings() {
  const section = vscode.workspace.getConfiguration('kverify');
  const names = ['block', 'grid', 'assume', 'defines', 'includePaths', 'std', 'clStd', 'cudaArch', 'lockstep', 'strict', 'timeout'];
  /** @param {string} name */
  const isSet = (name) => {
    const known = section.inspect(name);
    return known !== undefined && (known.globalValue ?? known.workspaceValue ?? known.workspaceFolderValue) !== undefined;
  };
  return Object.fromEntries(names.filter(isSet).map((name) => [name, section.get(name)]));
}

/** @param {vscode.ExtensionContext} context */
async function activate(context) {
  const command = vscode.workspace.getConfiguration('kverify').get('command', 'kverify');
  client = new LanguageClient(
    'kverify',
    'kverify',
    { command, args: ['lsp'] },
    {
      documentSelector: [{ language: 'cuda-cpp' }, { language: 'cuda' }, { language: 'opencl' }],
      initializationOptions: settings(),
    },
  );
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('kverify')) {
        client?.sendNotification('workspace/didChangeConfiguration', { settings: { kverify: settings() } });
      }
    }),
  );
  await client.start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
