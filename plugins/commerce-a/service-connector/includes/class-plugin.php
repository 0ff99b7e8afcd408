<?php
/**
 * What the plugin listens to.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * The table of contents. Nothing here reads the database: on shoppers' pages the plugin costs no query.
 */
final class Plugin {

	/** Who may see and change the link. */
	const CAPABILITY = 'manage_woocommerce';

	/** Hook of WP-Cron. */
	const WATCH = 'service_connector_watch';

	/** Name of the interval in WP-Cron. */
	const INTERVAL = 'service_connector_quarter';

	/** Registers every hook. */
	public static function listen(): void {
		add_action( 'before_woocommerce_init', array( self::class, 'declare_compatibility' ) );
		add_action( 'rest_api_init', array( Connectivity_Check::class, 'register' ) );
		add_action( 'rest_api_init', array( Changes_List::class, 'register' ) );
		add_action( 'admin_menu', array( Page::class, 'register' ) );
		add_action( 'admin_notices', array( Page::class, 'notice' ) );
		add_action( 'wp_ajax_service_connector', array( Actions::class, 'handle' ) );
		add_action( 'activated_plugin', array( Page::class, 'open_when_activated' ), 10, 2 );
		add_filter( 'plugin_action_links_' . plugin_basename( PLUGIN_FILE ), array( Page::class, 'action_links' ) );
		// phpcs:ignore WordPress.WP.CronInterval.CronSchedulesInterval
		add_filter( 'cron_schedules', array( self::class, 'add_interval' ) );
		add_action( self::WATCH, array( Watch::class, 'run' ) );
		add_filter( 'woocommerce_load_webhooks_limit', array( Webhooks::class, 'spare_queries' ) );
		add_action( 'woocommerce_init', array( Webhooks::class, 'forget_spared' ) );
		add_filter( 'woocommerce_webhook_should_deliver', array( Webhooks::class, 'should_deliver' ), 10, 2 );
		add_action( 'woocommerce_webhook_delivery', array( Webhooks::class, 'delivered' ), 10, 5 );
		add_filter( 'wp_privacy_personal_data_exporters', array( Privacy::class, 'add_exporter' ) );
		// After WooCommerce, whose own erasure changes orders.
		add_filter( 'wp_privacy_personal_data_erasers', array( Privacy::class, 'add_eraser' ), 100 );
		// Before WordPress drops the site's tables, at priority 10.
		add_action( 'wp_uninitialize_site', array( Life_Cycle::class, 'site_deleted' ), 1 );
		Change_Watch::listen();
		Logged_Changes::listen();
	}

	/** The plugin reads orders through WooCommerce's own functions only. */
	public static function declare_compatibility(): void {
		if ( class_exists( '\Automattic\WooCommerce\Utilities\FeaturesUtil' ) ) {
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'custom_order_tables', PLUGIN_FILE );
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( 'cart_checkout_blocks', PLUGIN_FILE );
		}
	}

	/**
	 * @param array $schedules Of WP-Cron.
	 */
	public static function add_interval( $schedules ): array {
		$schedules                   = (array) $schedules;
		$schedules[ self::INTERVAL ] = array(
			'interval' => 15 * MINUTE_IN_SECONDS,
			'display'  => 'Service Connector: every 15 minutes',
		);
		return $schedules;
	}

	/** Texts are needed on pages of the administration only. */
	public static function load_texts(): void {
		if ( is_textdomain_loaded( 'service-connector' ) ) {
			return;
		}
		load_plugin_textdomain( 'service-connector', false, dirname( plugin_basename( PLUGIN_FILE ) ) . '/languages' );
		$locale = determine_locale();
		// Formal, Austrian and Swiss German read the one German there is.
		if ( ! is_textdomain_loaded( 'service-connector' ) && 0 === strpos( $locale, 'de_' ) ) {
			load_textdomain( 'service-connector', dirname( PLUGIN_FILE ) . '/languages/service-connector-de_DE.mo', $locale );
		}
	}

	/**
	 * What the service may know about this installation: no name and no address of a person.
	 */
	public static function describe(): array {
		global $wp_version;
		return array(
			'name'             => 'service-connector',
			'version'          => VERSION,
			'platform_version' => substr( ( defined( 'WC_VERSION' ) ? WC_VERSION : '?' ) . ' / WordPress ' . $wp_version, 0, 50 ),
			'php_version'      => substr( PHP_VERSION, 0, 50 ),
			'installation_id'  => Link::installation_id(),
		);
	}
}
