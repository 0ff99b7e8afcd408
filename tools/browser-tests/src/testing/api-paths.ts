export const connectPath = '/api/system-connections/connect';
export const statusPath = /\/api\/widget\/connections\/[^/]+\/status$/;
export const configurationPath = '/api/widget/configuration';
