-- kverify in Neovim 0.8 or newer: `require('kverify').setup { block = '256' }` with this file on the runtime path
-- (`lua/kverify.lua`). The settings are those of the command line's flags of the same names.
local M = {}

function M.setup(settings)
  vim.filetype.add { extension = { cu = 'cuda', cuh = 'cuda', cl = 'opencl' } }
  vim.api.nvim_create_autocmd('FileType', {
    pattern = { 'cuda', 'opencl' },
    callback = function(event)
      vim.lsp.start {
        name = 'kverify',
        cmd = { 'kverify', 'lsp' },
        root_dir = vim.fs.dirname(vim.fs.find({ 'kverify.toml', '.git' }, { upward = true, path = event.file })[1]),
        init_options = settings,
      }
      -- The verdict stands above each kernel.
      vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'LspAttach' }, {
        buffer = event.buf,
        callback = function() vim.lsp.codelens.refresh() end,
      })
    end,
  })
end

return M
