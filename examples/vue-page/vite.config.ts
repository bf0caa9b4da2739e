import vue from '@vitejs/plugin-vue';
import { defineConfig, type UserConfig } from 'vite';

const config: UserConfig = defineConfig({
  plugins: [
    vue({
      // #region tags
      template: { compilerOptions: { isCustomElement: (tag) => /^(flight|offset)-/.test(tag) } },
      // #endregion tags
    }),
  ],
});

export default config;
