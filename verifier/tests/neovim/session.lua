-- Edits a racy kernel and mends it, as a user would, and writes down what the editor knew at each step.
local function env(name) return assert(os.getenv(name), name .. ' is not set') end

vim.cmd('edit ' .. env('KVERIFY_TEST_KERNEL'))
local client = vim.lsp.start_client({
  name = 'kverify',
  cmd = { env('KVERIFY_TEST_COMMAND'), 'lsp' },
  init_options = { block = '64', grid = '1' },
})
vim.lsp.buf_attach_client(0, assert(client, 'the server did not start'))

local function known()
  return vim.tbl_map(function(d)
    return { line = d.lnum, severity = d.severity, code = d.code, source = d.source }
  end, vim.diagnostic.get(0))
end

local steps = {}
local function step(name, is_done)
  local done = vim.wait(60000, is_done, 5)
  table.insert(steps, { name = name, done = done, diagnostics = known() })
end

step('opened', function() return #vim.diagnostic.get(0) == 2 end)

local lenses = vim.lsp.buf_request_sync(0, 'textDocument/codeLens', { textDocument = vim.lsp.util.make_text_document_params() }, 60000)
local actions = vim.lsp.buf_request_sync(0, 'textDocument/codeAction', {
  textDocument = vim.lsp.util.make_text_document_params(),
  range = { start = { line = 4, character = 0 }, ['end'] = { line = 4, character = 1 } },
  context = { diagnostics = {} },
}, 60000)
local offered = (actions[client] or {}).result or {}
for _, action in ipairs(offered) do
  if action.isPreferred then
    vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
  end
end
step('mended', function() return #vim.diagnostic.get(0) == 0 end)

local result = {
  steps = steps,
  lens = ((lenses[client] or {}).result or {})[1],
  text = vim.api.nvim_buf_get_lines(0, 0, -1, false),
}
local out = assert(io.open(env('KVERIFY_TEST_RESULT'), 'w'))
out:write(vim.json and vim.json.encode(result) or vim.fn.json_encode(result))
out:close()
vim.cmd('qall!')
