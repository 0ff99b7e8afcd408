<?php
/**
 * Plugin Name:          Service Connector for WooCommerce
 * Description:          Links your shop with a connected system: customers, orders and products stay in step.
 * Version:              0.1.0
 * Author:               Connection Sync
 * Requires at least:    6.2
 * Requires PHP:         7.4
 * Requires Plugins:     woocommerce
 * WC requires at least: 5.9
 * WC tested up to:      11.0
 * License:              Apache-2.0
 * License URI:          https://www.apache.org/licenses/LICENSE-2.0
 * Text Domain:          service-connector
 * Domain Path:          /languages
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

defined( 'ABSPATH' ) || exit;

require_once __DIR__ . '/includes/load.php';

register_activation_hook( __FILE__, array( Life_Cycle::class, 'activate' ) );
register_deactivation_hook( __FILE__, array( Life_Cycle::class, 'deactivate' ) );
Plugin::listen();
