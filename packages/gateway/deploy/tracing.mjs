// Loaded before the gateway: NODE_OPTIONS='--import /etc/flight-offset/tracing.mjs'. OTEL_EXPORTER_OTLP_ENDPOINT names
// the collector, OTEL_SERVICE_NAME the service.
import { NodeSDK } from '@opentelemetry/sdk-node';

const sdk = new NodeSDK();
sdk.start();
// The gateway has stopped: what it traced in its last seconds is still to be sent.
process.once('beforeExit', () => sdk.shutdown());
